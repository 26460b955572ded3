import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for a moment: typing `100` requests one price, not three. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

const SETTLE_MS = 250;
