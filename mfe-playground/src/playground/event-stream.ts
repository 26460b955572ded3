/**
 * Reads server-sent events out of pieces of text, however they are cut. Answers a function that takes the next piece
 * and gives the `data` of every event that is complete by then.
 */
export function createEventReader(): (piece: string) => string[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
  };
}
