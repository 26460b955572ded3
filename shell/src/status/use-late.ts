import { useEffect, useState } from 'react';

/** Nobody looks at an empty page for longer than this. */
const PATIENCE_MS = 15_000;

/** Whether something has been waited for too long; `again` starts the wait anew. */
export function useLate(isWaiting: boolean): { isLate: boolean; again: () => void } {
  const [isLate, setLate] = useState(false);
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each round waits anew
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
