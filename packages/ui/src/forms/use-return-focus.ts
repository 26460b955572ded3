import { useLayoutEffect, useState } from 'react';

/** Openers of the overlays that are open, the newest last. */
const openers: (Element | null)[] = [];
/** The opener of the overlay that closed last, for the question whose answer closed it. */
let waiting: Element | null = null;

/**
 * Restores the focus when an overlay closes, unless something else took it meanwhile. Otherwise keyboard
 * users would restart at the top of the page.
 */
export function useReturnFocus(isOpen: boolean): void {
  const [wasOpen, setWasOpen] = useState(false);
  const [opener, setOpener] = useState<Element | null>(null);
  const [below, setBelow] = useState<Element | null>(null);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) {
      setOpener(document.activeElement); // while rendering: afterwards the focus has moved into the overlay
      setBelow(openers.at(-1) ?? null);
    }
  }
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    openers.push(opener);
    return () => {
      openers.splice(openers.lastIndexOf(opener), 1);
      // The focus lock of a drawer below takes the focus to its first control in the commit that closes this.
      queueMicrotask(() => {
        const target = findTarget(opener, below);
        giveBack(target, target?.closest('[role="dialog"]'));
        waiting = target;
      });
    };
  }, [isOpen, opener, below]);
}

/** A form that replaced the drawer in which it was loading was opened where that drawer was. */
function findTarget(opener: Element | null, below: Element | null): Element | null {
  return opener?.isConnected || openers.includes(below) ? opener : below;
}

/**
 * Call when a question opens. Returns what gives the focus back once it has closed, to where it was opened or, when the
 * answer closed the overlay around that, to where the overlay was opened. Until then the focus lock of the question
 * keeps the focus.
 */
export function returnAfterQuestion(): () => void {
  const opener = document.activeElement;
  waiting = null;
  return () => {
    if (!giveBack(opener, opener?.closest('[role="dialog"]'))) giveBack(waiting);
  };
}

/**
 * Focuses `opener` if it is still there and nothing has the focus, or only something `around` it. Returns whether it
 * did.
 */
export function giveBack(opener: Element | null, around?: Element | null): boolean {
  const { activeElement: active } = document;
  const isFree = active === null || active === document.body || around?.contains(active);
  if (!isFree || !(opener instanceof HTMLElement) || !opener.isConnected) return false;
  opener.focus({ preventScroll: true });
  return true;
}
