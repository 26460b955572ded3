import { type RefObject, useEffect, useRef, useState } from 'react';
import { giveBack } from './use-return-focus.ts';

/**
 * Keeps the focus in a control whose list closes: Arco takes it away then, so that the next key would go to the page
 * instead of the control or the drawer around it. Returns what the control calls when its list opens or closes.
 */
export function useKeptFocus(wrapper: RefObject<HTMLElement | null>): (isOpen: boolean) => void {
  const focused = useRef<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  // After the effect of the control within, which drops the focus in the same commit.
  useEffect(() => {
    if (!isOpen) giveBack(focused.current);
  }, [isOpen]);
  return (next) => {
    const active = document.activeElement;
    if (wrapper.current?.contains(active)) focused.current = active;
    else if (next) focused.current = null;
    setOpen(next);
  };
}
