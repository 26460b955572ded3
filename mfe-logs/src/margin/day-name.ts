/** `2026-11-26`, the day of UTC that begins then. */
export function dayName(seconds: string): string {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 10);
}
