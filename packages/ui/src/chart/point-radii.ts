/** Returns the radius of each point of a line. A point without neighbors would be invisible: no line goes through it. */
export function pointRadii(values: readonly (number | null)[]): number[] {
  const isGap = (value: number | null | undefined) => value === null || value === undefined;
  return values.map((value, at) => (!isGap(value) && isGap(values[at - 1]) && isGap(values[at + 1]) ? 3 : 0));
}
