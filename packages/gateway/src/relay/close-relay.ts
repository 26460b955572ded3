import type { RelayContext } from './context.ts';

/** Ends streams, waits until running calls are booked, and writes what is gathered. */
export async function closeRelay(relay: RelayContext, calls: ReadonlySet<unknown>): Promise<void> {
  const { streams, counter, scanner, moneyQueue, limitQueue, affinity, background } = relay;
  const { failedCalls, outcomes, tracer } = relay;
  const stop = () => {
    for (const stream of streams) stream.stop();
  };
  stop();
  moneyQueue.close();
  limitQueue.close();
  // An upstream may begin its stream only now.
  const stopLate = setInterval(stop, 50);
  const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref());
  await Promise.race([Promise.allSettled(calls), timeout]);
  clearInterval(stopLate);
  await background.close();
  await Promise.all([
    counter.close(),
    scanner.close(),
    affinity.close(),
    failedCalls.close(),
    outcomes.close(),
  ]);
  await tracer?.exporter.close();
}

/**
 * Long enough to book the usage of streams. A plain response that is still pending is recovered at the next
 * start.
 */
const CLOSE_MS = 5000;
