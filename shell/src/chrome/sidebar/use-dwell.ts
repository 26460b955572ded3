import { useRef } from 'react';

const DWELL_MS = 80;

/**
 * A pointer or the focus that stays for a moment means interest; one that only passes does not. A press means it at once:
 * fingers do not hover, and the click comes only when they are lifted.
 */
export function useDwell(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(act, DWELL_MS);
  };
  const stop = () => clearTimeout(timer.current);
  const press = () => {
    stop();
    act();
  };
  return { onPointerDown: press, onPointerEnter: start, onFocus: start, onPointerLeave: stop, onBlur: stop };
}
