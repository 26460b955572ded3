import type { Logger } from 'pino';
import type { Drain } from './drain.ts';

interface LastResort {
  log: Logger;
  drain: Drain;
  /** Ends the process; tests bring their own. */
  exit?: (exitCode: number) => void;
}

/** EX_SOFTWARE of sysexits: a fault of the program itself. */
const EXIT_INTERNAL = 70;
/** While the calls under way finish. More than that is no accident, and may keep the event loop from all other work. */
const MAX_FAULTS = 100;

/**
 * Returns what happens to an exception that nobody caught.
 *
 * The first one ends the process, as its state may be damaged: no new calls, and those under way get the drain time.
 * Further ones are logged and do not cut that time short, because streams of other people should not pay for them; more
 * than `MAX_FAULTS` do. An error event of a single connection is logged and ends nothing: the socket is closed already,
 * and no state is damaged.
 */
export function createLastResort({ log, drain, exit = process.exit }: LastResort) {
  let faults = 0;

  return function handle(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
    if (origin === 'uncaughtException' && isConnectionError(error)) {
      log.error({ err: error }, 'A connection failed and nobody listened; it is closed');
      return;
    }
    faults += 1;
    log.fatal({ err: error }, 'An error that nobody expected: ending');
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
