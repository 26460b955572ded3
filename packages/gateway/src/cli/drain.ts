import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { closePort } from '../http/server.ts';
import type { Readiness } from '../modules/shared/readiness.ts';
import type { Relay } from '../relay/index.ts';

interface Draining {
  app: FastifyInstance;
  relay: Pick<Relay, 'drain' | 'close'>;
  readiness: Pick<Readiness, 'drain' | 'close'>;
  log: Logger;
  drainSeconds: number;
  /** How long calls are still taken, so that load balancers can notice. Part of `drainSeconds`. */
  listenSeconds: number;
  /** Runs when the last request has ended. */
  finish: () => Promise<void>;
  /** Ends the process; tests pass a replacement. */
  exit?: (exitCode: number) => void;
}

interface Manner {
  /** Closes the port at once: a person who presses Ctrl+C has no load balancer in front. */
  skipsListening?: boolean;
  /** Does not cut short a drain that has begun: changes its exit code only. */
  isPatient?: boolean;
}

export type Drain = (exitCode: number, manner?: Manner) => Promise<void>;

/** Time for the last bytes of a response to leave before its connection is cut. */
const FLUSH_MS = 100;
/** Time for a call to arrive by a connection that was open when the port closed. */
const IN_FLIGHT_MS = 500;
/** Time after the drain for calls still under way to be charged. Then the process ends in any case. */
const BOOKING_MS = 14_000;

/**
 * Returns a function that ends the gateway with an exit code. `/readyz` answers 503 from then on, and new calls are
 * taken for the listening time; after a fault they are refused at once. Then the port closes, and calls under way may
 * finish within the drain time. At its end open streams get an error event and are charged for what they used. A
 * second call ends the process at once.
 */
export function createDrain(parts: Draining): Drain {
  const { app, relay, readiness, log, drainSeconds, listenSeconds, finish, exit = process.exit } = parts;
  let hasBegun = false;
  let code = 0;

  async function cut(): Promise<void> {
    await relay.close();
    await sleep(FLUSH_MS);
    app.server.closeAllConnections();
  }

  return async function drain(exitCode, { skipsListening = false, isPatient = false } = {}) {
    if (hasBegun) {
      code ||= exitCode;
      return isPatient ? undefined : exit(code || 1);
    }
    hasBegun = true;
    code = exitCode;
    log.info({ seconds: drainSeconds }, 'The gateway ends; running calls may finish');
    readiness.drain();
    // What a fault left behind is not known.
    const takesCalls = exitCode === 0 && !skipsListening && listenSeconds > 0;
    const refuseCalls = () => {
      readiness.close();
      relay.drain();
    };
    if (!takesCalls) refuseCalls();
    const cutLate = setTimeout(() => {
      cut().catch((error) => log.error({ err: error }, 'Calls under way could not be ended'));
    }, drainSeconds * 1000);
    const endLate = setTimeout(() => exit(code || 1), drainSeconds * 1000 + BOOKING_MS);
    let cutIdle: NodeJS.Timeout | undefined;
    try {
      if (!skipsListening) await sleep(Math.min(listenSeconds, drainSeconds) * 1000);
      const ended = closePort(app.server);
      // A connection that is closed while a balancer sends a call by it costs that call, so the last ones are taken.
      if (takesCalls) await sleep(IN_FLIGHT_MS);
      refuseCalls();
      cutIdle = setInterval(() => app.server.closeIdleConnections(), 500);
      await app.close();
      await ended;
      await relay.close();
      await finish();
      exit(code);
    } catch (error) {
      log.error({ err: error }, 'The gateway did not close cleanly');
      exit(code || 1);
    } finally {
      clearTimeout(cutLate);
      clearTimeout(endLate);
      clearInterval(cutIdle);
    }
  };
}
