/** Returns a question about the known name that somebody may have meant, with a space in front, or nothing. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const [nearest] = [...known]
    .map((other) => ({ other, edits: countEdits(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, edits }) => edits <= Math.max(1, Math.floor(other.length / 4)))
    .sort((a, b) => a.edits - b.edits);
  return nearest ? ` Did you mean "${nearest.other}"?` : '';
}

/** Letters to insert, remove or replace, with two that are swapped counted once. */
function countEdits(from: string, to: string): number {
  let older: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      const replaced = (row[j - 1] ?? 0) + (same ? 0 : 1);
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      const swapped = isSwap ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
    }
    older = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
