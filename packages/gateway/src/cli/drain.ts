import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Relay } from '../relay/index.ts';

interface Draining {
  app: FastifyInstance;
  relay: Pick<Relay, 'drain' | 'close'>;
  log: Logger;
  drainSeconds: number;
  /** Runs when the last request has ended. */
  finish: () => Promise<void>;
  /** Ends the process; tests bring their own. */
  exit?: (exitCode: number) => void;
}

/** For the last bytes of an answer to leave before its connection is cut. */
const FLUSH_MS = 100;

/**
 * Answers a function that ends the gateway with an exit code: no new calls, running ones may finish within the drain
 * time; then open streams end with an error event, what they used is charged, connections are cut and everything is
 * closed. Called again, it ends at once.
 */
export function createDrain({ app, relay, log, drainSeconds, finish, exit = process.exit }: Draining) {
  let begun = false;

  async function cut(): Promise<void> {
    await relay.close();
    await sleep(FLUSH_MS);
    app.server.closeAllConnections();
  }

  return async function drain(exitCode: number): Promise<void> {
    if (begun) return exit(exitCode || 1);
    begun = true;
    log.info({ seconds: drainSeconds }, 'No new calls; running ones may finish');
    relay.drain();
    const cutLate = setTimeout(() => void cut(), drainSeconds * 1000);
    const cutIdle = setInterval(() => app.server.closeIdleConnections(), 500);
    try {
      await app.close();
      await relay.close();
      await finish();
      exit(exitCode);
    } catch (error) {
      log.error({ err: error }, 'The gateway did not close cleanly');
      exit(exitCode || 1);
    } finally {
      clearTimeout(cutLate);
      clearInterval(cutIdle);
    }
  };
}
