import { useLayoutEffect, useState } from 'react';

/**
 * Restores the focus when an overlay closes, unless something else took it meanwhile. Otherwise keyboard
 * users would restart at the top of the page.
 */
export function useReturnFocus(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setOpener(document.activeElement); // while rendering: afterwards the focus has moved into the overlay
  }
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    return () => queueMicrotask(() => giveBack(opener));
  }, [isOpen, opener]);
}

/** Focuses `opener` if it is still there and nothing has the focus. */
export function giveBack(opener: Element | null): void {
  const isFree = document.activeElement === null || document.activeElement === document.body;
  if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}
