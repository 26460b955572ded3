import type { Logger } from 'pino';
import type { Drain } from './drain.ts';
import { createLastResort } from './last-resort.ts';

/** Calls `end` for SIGTERM and SIGINT. A person who presses Ctrl+C has no load balancer in front. */
export function onSignals(end: (manner: { skipsListening: boolean }) => void): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {}); // a closed terminal is not an error
  process.on('SIGTERM', () => end({ skipsListening: false }));
  process.on('SIGINT', () => end({ skipsListening: true }));
}

/** Ends the process in order after an uncaught exception. */
export function endOnFaults(drain: Drain, log: Logger): void {
  const handleFault = createLastResort({ log, drain });
  process.on('uncaughtException', handleFault);
  process.on('unhandledRejection', (error) => handleFault(error, 'unhandledRejection'));
}
