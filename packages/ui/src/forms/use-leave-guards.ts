import { useEffect, useRef } from 'react';
import { type MayLeave, ownUnsaved } from './leave-event.ts';

/**
 * Guards unsaved changes: closing the page, going to another one, and the browser's back and forward buttons
 * ask for confirmation. `mayLeave` asks, and closes the form on yes. Browsers without the Navigation API do
 * not ask on back and forward.
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
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      void Promise.resolve(ask.current()).then((isLeaving) => {
        if (!isLeaving) return;
        navigation.removeEventListener('navigate', holdStep);
        navigation.traverseTo(key);
      });
    };
    navigation.addEventListener('navigate', holdStep);
    return () => navigation.removeEventListener('navigate', holdStep);
  }, [isChanged]);
}
