import { useRef } from 'react';

const DWELL_MS = 80;

/** A pointer or the focus that stays for a moment means interest; one that only passes does not. */
export function useDwell(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, DWELL_MS);
  };
  const stop = () => clearTimeout(timer.current);
  return { onPointerEnter: start, onFocus: start, onPointerLeave: stop, onBlur: stop };
}
