import { useEffect, useState } from 'react';

/** How long an empty page is acceptable. */
const PATIENCE_MS = 15_000;

/** Returns whether a wait is too long; `again` restarts the wait. */
export function useLate(isWaiting: boolean): { isLate: boolean; again: () => void } {
  const [isLate, setLate] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round restarts the wait
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, round]);

  function again(): void {
    setLate(false);
    setRound((count) => count + 1);
  }
  return { isLate: isWaiting && isLate, again };
}
