/** Returns 0 when the key may proceed, else how many milliseconds it should wait. */
export type Limiter = (key: string) => number;

interface Rate {
  /** The burst, and the number per period; 0 switches the limit off. */
  count: number;
  periodMs: number;
  now: () => number;
}

/** Generic cell rate algorithm in memory: a burst of `count`, refilled evenly over the period. */
export function createLimiter({ count, periodMs, now }: Rate): Limiter {
  if (count === 0) return () => 0;
  const stepMs = periodMs / count;
  const fullAt = new Map<string, number>();

  return (key) => {
    const at = now();
    const next = Math.max(fullAt.get(key) ?? 0, at) + stepMs;
    const waitMs = next - at - periodMs;
    if (waitMs > 0) return Math.ceil(waitMs);
    if (fullAt.size >= MAX_KEYS) forgetIdle(fullAt, at);
    fullAt.set(key, next);
    return 0;
  };
}

/** A key with a full burst needs no memory. If too few are full, drops the oldest tenth to bound memory. */
function forgetIdle(fullAt: Map<string, number>, at: number): void {
  for (const [key, full] of fullAt) if (full <= at) fullAt.delete(key);
  for (const key of fullAt.keys()) {
    if (fullAt.size <= MAX_KEYS * 0.9) break;
    fullAt.delete(key);
  }
}

const MAX_KEYS = 50_000;
