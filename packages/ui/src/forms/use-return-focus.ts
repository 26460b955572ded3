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
    // The focus lock of a drawer below takes the focus to its first control in the commit that closes this.
    return () => queueMicrotask(() => giveBack(opener, opener?.closest('[role="dialog"]')));
  }, [isOpen, opener]);
}

/** Focuses `opener` if it is still there and nothing has the focus, or only something `around` it. */
export function giveBack(opener: Element | null, around?: Element | null): void {
  const { activeElement: active } = document;
  const isFree = active === null || active === document.body || around?.contains(active);
  if (isFree && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}
