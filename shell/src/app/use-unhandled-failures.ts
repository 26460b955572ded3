import { ApiError } from '@tollgate/api-client';
import { useEffect, useRef } from 'react';

/** Hears of calls that failed and that no page dealt with: better a general sentence than silence. */
export function useUnhandledFailures(say: (error: ApiError) => void): void {
  const latest = useRef(say);
  latest.current = say;
  useEffect(() => {
    const onRejection = (event: PromiseRejectionEvent) => {
      if (!(event.reason instanceof ApiError)) return;
      event.preventDefault();
      latest.current(event.reason);
    };
    window.addEventListener('unhandledrejection', onRejection);
    return () => window.removeEventListener('unhandledrejection', onRejection);
  }, []);
}
