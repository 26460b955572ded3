/**
 * Parses server-sent events from chunks of text, however they are split. Returns a function that takes the
 * next chunk and returns the `data` of every completed event.
 */
export function createEventReader(): (piece: string) => string[] {
  let rest = '';
  return (piece) => {
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.startsWith('data:')).map((line) => line.slice(5).trim());
  };
}
