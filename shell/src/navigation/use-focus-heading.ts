import { useLocation } from '@tollgate/ui/router';
import { useEffect, useRef } from 'react';

const PATIENCE_MS = 5000;

/**
 * After a page change, moves the focus of screen readers and keyboard to its heading. Areas load with a
 * delay, so this waits for the heading; it does nothing when the user has moved the focus meanwhile.
 */
export function useFocusHeading(): void {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    return focusHeading();
  }, [pathname]);
}

function focusHeading(): () => void {
  const main = document.getElementById('content');
  if (!main || tryFocus(main)) return () => {};
  const observer = new MutationObserver(() => tryFocus(main) && stop());
  const timer = setTimeout(stop, PATIENCE_MS);
  const given = ['keydown', 'pointerdown'] as const;
  observer.observe(main, { childList: true, subtree: true });
  for (const event of given) document.addEventListener(event, stop);
  return stop;

  function stop(): void {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of given) document.removeEventListener(event, stop);
  }
}

/** Returns true when there is nothing left to do. */
function tryFocus(main: HTMLElement): boolean {
  const hasOwnFocus = main !== document.activeElement && main.contains(document.activeElement);
  if (hasOwnFocus) return true;
  // While a page loads, the shell shows its title; the final heading is the page's own.
  const heading = main.querySelector<HTMLElement>('h1:not([aria-busy="true"] h1)');
  if (!heading) return false;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
