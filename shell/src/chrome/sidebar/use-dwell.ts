import { useRef } from 'react';

const DWELL_MS = 80;

/**
 * A pointer or the focus that stays for a moment signals interest. A press does so at once: fingers do not
 * hover, and the click comes only on release.
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
