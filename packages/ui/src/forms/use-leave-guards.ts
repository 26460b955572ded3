import { useEffect, useRef } from 'react';

/**
 * Guards unsaved changes: closing the page and the browser's back and forward buttons ask for confirmation.
 * `mayLeave` asks, and closes the form on yes. Browsers that cannot intercept navigation do not ask.
 */
export function useLeaveGuards(isChanged: boolean, mayLeave: () => Promise<boolean>): void {
  const ask = useRef(mayLeave);
  useEffect(() => {
    ask.current = mayLeave;
  });

  useEffect(() => {
    if (!isChanged) return;
    const holdPage = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', holdPage);
    return () => window.removeEventListener('beforeunload', holdPage);
  }, [isChanged]);

  useEffect(() => {
    const { navigation } = window as { navigation?: Navigation };
    if (!isChanged || !navigation) return;
    const holdStep = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      const { key } = event.destination;
      void ask.current().then((isLeaving) => {
        if (!isLeaving) return;
        navigation.removeEventListener('navigate', holdStep);
        navigation.traverseTo(key);
      });
    };
    navigation.addEventListener('navigate', holdStep);
    return () => navigation.removeEventListener('navigate', holdStep);
  }, [isChanged]);
}
