import { useEffect, useState } from 'react';

/** Seconds until an action is possible again; 0 means now. */
export function useCountdown(): { secondsLeft: number; start: (seconds: number) => void } {
  const [untilMs, setUntilMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
  const isRunning = secondsLeft > 0;

  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);

  function start(seconds: number): void {
    const startMs = Date.now();
    setNowMs(startMs);
    setUntilMs(startMs + seconds * 1000);
  }
  return { secondsLeft, start };
}

/** Wait time between two mails. */
export const RESEND_SECONDS = 30;
