import { askToLeave, type NavigationContext, ownUnsaved } from '@tollgate/ui/router';
import type { ContextType } from 'react';
import { followEntry } from './hold-steps.ts';

type Navigator = ContextType<typeof NavigationContext>['navigator'];

let isBlocked = false;
let isLeaving = false;

/** `ui.blockLeave` of areas. Areas of today use `useUnsaved` of @tollgate/ui, which knows who owns what. */
export function blockLeave(on: boolean): void {
  isBlocked = on;
}

/** Runs `leave` at once, or after the person agreed to lose what is unsaved. Otherwise never. */
export function leaveThen(leave: () => void): void {
  const answer = isLeaving || askToLeave();
  if (answer === true) leave();
  else if (answer) void answer.then((isAgreed) => isAgreed && leaveAnyway(leave));
}

/** Runs `leave` without a question, where the person has answered it already. */
export function leaveAnyway(leave: () => void): void {
  isLeaving = true;
  try {
    leave();
  } finally {
    isLeaving = false;
  }
}

/** The router's navigator, which asks before it goes to another page. Changes within a page pass. */
export function guardNavigator(navigator: Navigator): Navigator {
  const go = (move: 'push' | 'replace'): Navigator['push'] => {
    return (to, state, options) => {
      const path = typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname;
      const leave = () => {
        navigator[move](to, state, options);
        followEntry();
      };
      if (path && path !== window.location.pathname) leaveThen(leave);
      else leave();
    };
  };
  return {
    createHref: (to) => navigator.createHref(to),
    ...(navigator.encodeLocation && { encodeLocation: navigator.encodeLocation }),
    go: (steps) => navigator.go(steps),
    push: go('push'),
    replace: go('replace'),
  };
}

/** Asks before links, also to another view of the same page, and before closing. Returns a stop function. */
export function startLeaveGuard(ask: () => Promise<boolean>): () => void {
  const disown = ownUnsaved(() => !isBlocked || ask());
  document.addEventListener('click', onClick, { capture: true });
  window.addEventListener('beforeunload', onUnload);
  return () => {
    disown();
    document.removeEventListener('click', onClick, { capture: true });
    window.removeEventListener('beforeunload', onUnload);
  };

  function onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (isLeaving || !link || link.target === '_blank' || event.ctrlKey || event.metaKey) return;
    const answer = askToLeave();
    if (answer === true) return;
    event.preventDefault();
    event.stopPropagation();
    if (answer) void answer.then((isAgreed) => isAgreed && leaveAnyway(() => link.click()));
  }

  function onUnload(event: BeforeUnloadEvent): void {
    if (isBlocked) event.preventDefault();
  }
}
