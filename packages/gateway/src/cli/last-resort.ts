import type { Logger } from 'pino';
import type { Drain } from './drain.ts';

interface LastResort {
  log: Logger;
  drain: Drain;
  /** Ends the process; tests pass a replacement. */
  exit?: (exitCode: number) => void;
}

/** EX_SOFTWARE of sysexits: an internal software error. */
export const EXIT_INTERNAL = 70;
/** Exceptions tolerated during the drain. More are systematic, and may block the event loop. */
const MAX_FAULTS = 100;

/**
 * Returns the handler of uncaught exceptions.
 *
 * The first one ends the process, as its state may be damaged: new calls are refused, and calls under way get
 * the drain time. Further exceptions are logged and do not shorten that time, because streams of other users
 * should not be cut; more than `MAX_FAULTS` do. An error event of a single connection is logged and ends
 * nothing: the socket is closed already, and no state is damaged.
 */
export function createLastResort({ log, drain, exit = process.exit }: LastResort) {
  let faults = 0;

  return function handle(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
    if (origin === 'uncaughtException' && isConnectionError(error)) {
      log.error({ err: error }, 'A connection failed without a handler; it is closed');
      return;
    }
    faults += 1;
    log.fatal({ err: error }, 'An unexpected error: exiting');
    if (faults > MAX_FAULTS) exit(EXIT_INTERNAL);
    else void drain(EXIT_INTERNAL, { isPatient: true });
  };
}

const CONNECTION_CODES = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED', 'ETIMEDOUT', 'EHOSTUNREACH']);
const CONNECTION_CALLS = new Set(['read', 'write', 'shutdown']);

/** What a socket emits when its other end is gone. */
function isConnectionError(error: unknown): boolean {
  const { code = '', syscall = '' } = (error ?? {}) as NodeJS.ErrnoException;
  return CONNECTION_CODES.has(code) && CONNECTION_CALLS.has(syscall);
}
