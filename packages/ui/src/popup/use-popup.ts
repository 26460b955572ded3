import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** Arco shows a popup after it has mounted and placed it, and a hidden element takes no focus. */
const SHOWN_MS = 50;

export interface Popup {
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  /** Closes the popup and focuses the button that opened it. */
  close: () => void;
  /** Surrounds the button. */
  opener: RefObject<HTMLSpanElement | null>;
  popup: RefObject<HTMLDivElement | null>;
  /** Attributes of the button, which also has `aria-haspopup`. */
  openerProps: { 'aria-expanded': boolean; onKeyDown: (event: KeyboardEvent) => void };
}

/** A popup that takes the focus when it opens, at its first `focusable` element, and returns it on closing. */
export function usePopup(focusable: string): Popup {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLSpanElement>(null);
  const popup = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      const first = popup.current?.querySelector<HTMLElement>(focusable);
      (first ?? popup.current)?.focus();
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isOpen, focusable]);

  function close() {
    setOpen(false);
    opener.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' && !isOpen) {
      event.preventDefault();
      setOpen(true);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  }

  return { isOpen, setOpen, close, opener, popup, openerProps: { 'aria-expanded': isOpen, onKeyDown } };
}
