import { type RefObject, useEffect, useRef, useState } from 'react';
import { giveBack } from './use-return-focus.ts';

/** Arco moves the focus once more after a list has closed: its date field drops it after 100 ms. */
const LATE_MS = 120;

/**
 * Keeps the focus in a control whose list closes: Arco takes it away then, so that the next key would go to the page
 * instead of the control or the drawer around it. A finger that closes the list has no next key: a field with the
 * focus would only bring up the keyboard of the phone. Returns what the control calls when its list opens or closes.
 */
export function useKeptFocus(wrapper: RefObject<HTMLElement | null>): (isOpen: boolean) => void {
  const focused = useRef<Element | null>(null);
  const isTouched = useRef(false);
  const [isOpen, setOpen] = useState(false);
  // After the effect of the control within, which drops the focus in the same commit.
  useEffect(() => {
    if (isOpen) return watchFingers(isTouched);
    const settle = () => (isTouched.current ? dropFocus(wrapper.current) : giveBack(focused.current));
    settle();
    setTimeout(settle, LATE_MS); // also when it opened again meanwhile
    return undefined;
  }, [isOpen, wrapper]);
  return (next) => {
    const active = document.activeElement;
    if (wrapper.current?.contains(active)) focused.current = active;
    else if (next) focused.current = null;
    setOpen(next);
  };
}

function dropFocus(within: HTMLElement | null): void {
  const active = document.activeElement;
  if (active instanceof HTMLInputElement && within?.contains(active)) active.blur();
}

/** Notes whether the last key or press was a finger. Returns a stop function. */
function watchFingers(isTouched: RefObject<boolean>): () => void {
  const onPointer = ({ pointerType }: PointerEvent) => {
    isTouched.current = pointerType === 'touch';
  };
  const onKey = () => {
    isTouched.current = false;
  };
  isTouched.current = false;
  document.addEventListener('pointerdown', onPointer, { capture: true });
  document.addEventListener('keydown', onKey, { capture: true });
  return () => {
    document.removeEventListener('pointerdown', onPointer, { capture: true });
    document.removeEventListener('keydown', onKey, { capture: true });
  };
}
