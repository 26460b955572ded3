import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Relay } from '../relay/index.ts';
import type { Readiness } from '../services/readiness.ts';

interface Draining {
  app: FastifyInstance;
  relay: Pick<Relay, 'drain' | 'close'>;
  readiness: Pick<Readiness, 'drain'>;
  log: Logger;
  drainSeconds: number;
  /** How long the port goes on answering with 503, so that load balancers notice. Part of `drainSeconds`. */
  listenSeconds: number;
  /** Runs when the last request has ended. */
  finish: () => Promise<void>;
  /** Ends the process; tests bring their own. */
  exit?: (exitCode: number) => void;
}

interface Manner {
  /** Closes the port at once: whoever presses Ctrl+C has no load balancer in front. */
  skipsListening?: boolean;
  /** Leaves a drain that has begun its time, and changes its exit code only. */
  isPatient?: boolean;
}

export type Drain = (exitCode: number, manner?: Manner) => Promise<void>;

/** For the last bytes of an answer to leave before its connection is cut. */
const FLUSH_MS = 100;
/** After the drain time, for what is still under way to be booked. Then the process ends, whatever holds it. */
const BOOKING_MS = 14_000;

/**
 * Returns a function that ends the gateway with an exit code. New calls are refused with 503 and idle connections are
 * closed; calls under way may finish within the drain time. Then open streams end with an error event, what they used is
 * charged, connections are cut and everything is closed. Called again, it ends the process at once.
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
