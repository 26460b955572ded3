import { ApiError } from '@tollgate/api-client';
import { useEffect, useRef } from 'react';

/** Handles failed calls that no page handled: a general message is better than none. */
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
