import { useEffect, useRef } from 'react';
import { AGREED, askToLeave, type MayLeave, ownUnsaved } from './leave-event.ts';

/**
 * Guards unsaved changes: closing the page, going to another one, and the browser's back and forward buttons
 * ask for confirmation. `mayLeave` asks, and closes the form on yes. The shell holds steps through the history that
 * cannot be held here.
 */
export function useLeaveGuards(isChanged: boolean, mayLeave: MayLeave): void {
  const ask = useRef(mayLeave);
  useEffect(() => {
    ask.current = mayLeave;
  });

  useEffect(() => {
    if (!isChanged) return;
    const holdPage = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', holdPage);
    const disown = ownUnsaved(() => ask.current());
    return () => {
      disown();
      window.removeEventListener('beforeunload', holdPage);
    };
  }, [isChanged]);

  useEffect(() => {
    const { navigation } = window as { navigation?: Navigation };
    if (!isChanged || !navigation) return;
    const holdStep = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || event.info === AGREED) return;
      if (!event.cancelable || event.defaultPrevented) return; // another form holds it already, and asks for all
      event.preventDefault();
      const { key } = event.destination;
      void Promise.resolve(askToLeave()).then((isLeaving) => {
        if (isLeaving) navigation.traverseTo(key, { info: AGREED });
      });
    };
    navigation.addEventListener('navigate', holdStep);
    return () => navigation.removeEventListener('navigate', holdStep);
  }, [isChanged]);
}
