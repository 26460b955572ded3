import { afterEach, describe, expect, test } from 'vitest';
import { type Cluster, canStartCluster, startCluster } from '../testing/kill/cluster.ts';
import { startPacedCalls } from '../testing/kill/paced-calls.ts';

/** With `KILL=1` 50 calls a second, 10,000 of them; otherwise a tenth, with the same restarts. */
const isLong = process.env.KILL === '1';
const [perSecond, least] = isLong ? [50, 10_000] : [10, 300];

let cluster: Cluster | undefined;
afterEach(() => cluster?.close());

describe.skipIf(!canStartCluster('postgres'))('three gateways on PostgreSQL and Redis behind nginx', () => {
  test('no call fails while they are restarted one after another, and the books are exact', async () => {
    cluster = await startCluster('postgres', 3);
    const { provider } = cluster;
    const calls = startPacedCalls(cluster.url, cluster.key, perSecond);
    for (const number of cluster.urls.keys()) {
      await calls.until(((number + 1) * least) / 5);
      await cluster.end(number);
      await cluster.start(number);
    }
    await calls.until(least);
    await calls.stop();

    process.stdout.write(`${calls.failed.size} of ${calls.sent} calls failed\n`);
    expect([...calls.failed], cluster.readErrors()).toEqual([]);
    const { charged, logged, openHolds } = await cluster.readBooks();
    expect(new Set(charged).size).toBe(charged.length);
    expect(logged).toEqual(charged);
    expect(charged.length).toBe(calls.sent);
    expect(provider.seen.size).toBe(calls.sent);
    expect([...provider.seen.values()].every((times) => times === 1)).toBe(true);
    expect(openHolds).toBe(0);
  }, 900_000);
});
