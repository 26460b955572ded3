import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Readiness } from '../modules/shared/readiness.ts';
import type { Relay } from '../relay/index.ts';

interface Draining {
  app: FastifyInstance;
  relay: Pick<Relay, 'drain' | 'close'>;
  readiness: Pick<Readiness, 'drain'>;
  log: Logger;
  drainSeconds: number;
  /** How long the port continues to answer 503, so that load balancers notice. Part of `drainSeconds`. */
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
/** Time after the drain for calls still under way to be charged. Then the process ends in any case. */
const BOOKING_MS = 14_000;

/**
 * Returns a function that ends the gateway with an exit code. Refuses new calls with 503 and closes idle
 * connections; calls under way may finish within the drain time. Then ends open streams with an error event,
 * charges what they used, cuts connections and closes everything. A second call ends the process at once.
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
    log.info({ seconds: drainSeconds }, 'No new calls; running ones may finish');
    readiness.drain();
    relay.drain();
    const cutLate = setTimeout(() => {
      cut().catch((error) => log.error({ err: error }, 'Calls under way could not be ended'));
    }, drainSeconds * 1000);
    const endLate = setTimeout(() => exit(code || 1), drainSeconds * 1000 + BOOKING_MS);
    const cutIdle = setInterval(() => app.server.closeIdleConnections(), 500);
    try {
      app.server.closeIdleConnections();
      if (!skipsListening) await sleep(Math.min(listenSeconds, drainSeconds) * 1000);
      await app.close();
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
