import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type Cluster, canStartCluster, startCluster } from '../testing/kill/cluster.ts';
import { markedBody } from '../testing/kill/marked-calls.ts';
import { startPacedCalls } from '../testing/kill/paced-calls.ts';
import { callConsole, signIn } from '../testing/kill/product.ts';

/** With `KILL=1` 50 calls a second and longer faults; otherwise the same faults under less load. */
const isLong = process.env.KILL === '1';
const [perSecond, faultMs] = isLong ? [50, 10_000] : [10, 2000];
/** Calls between two faults. */
const calm = perSecond * (isLong ? 10 : 3);

let cluster: Cluster;
afterEach(() => cluster?.close());

const databases = [
  ['mysql', 'MariaDB'],
  ['postgres', 'PostgreSQL'],
] as const;

// Briefly on one of them: restarts of a cluster are tested on the other.
for (const [kind, name] of databases.slice(0, isLong ? 2 : 1)) {
  describe.skipIf(!canStartCluster(kind))(`three gateways on ${name} and Redis behind nginx`, () => {
    test('only calls of a killed gateway fail, and none is free or charged twice, whatever breaks', async () => {
      cluster = await startCluster(kind, 3);
      const { provider, redis, server, urls } = cluster;
      await countModelCalls(urls[0] ?? '');
      const calls = startPacedCalls(cluster.url, cluster.key, perSecond);
      const some = () => calls.until(calls.sent + calm);

      await some();
      redis.freeze();
      await sleep(faultMs);
      redis.thaw();
      await some();
      for (let times = 0; times < 5; times += 1) {
        await redis.command('FLUSHALL');
        await sleep(faultMs / 10);
      }
      await redis.restart(faultMs);
      await some();
      expect([...calls.failed], 'Redis is not needed').toEqual([]);

      const streams = Array.from({ length: 6 }, (_, at) => readLongStream(LONG_FROM + at));
      await expect.poll(() => provider.seen.has(LONG_FROM + 5), { timeout: 20_000 }).toBe(true);
      const before = calls.sent - calls.running;
      await cluster.kill(1);
      const last = calls.sent;
      const underWay = last - before;
      await some();
      await cluster.start(1);
      await some();
      const cut = (await Promise.all(streams)).filter((isWhole) => !isWhole).length;
      // nginx spreads them evenly.
      expect(cut).toBeGreaterThan(0);
      expect(cut).toBeLessThan(streams.length);
      expect(calls.failed.size, [...calls.failed].join('\n')).toBeLessThanOrEqual(underWay);
      expect([...calls.failed.keys()].filter((number) => number > last)).toEqual([]);
      const killed = calls.failed.size;

      await server.crash();
      await sleep(faultMs);
      await server.restart();
      await calls.until(calls.sent + calm);
      const refused = [...calls.failed.values()].slice(killed);
      const afterOutage = calls.failed.size;
      await some();
      await calls.stop();
      // Without the database the answer is a clear refusal, and it ends with the outage.
      expect(refused.filter((failure) => !/^50[23] |^200 .*"code":"busy"/s.test(failure))).toEqual([]);
      expect(calls.failed.size).toBe(afterOutage);
      // Short outages are waited for.
      expect(refused.length > 0 || calls.longestMs > faultMs / 2).toBe(true);

      const { charged, logged, openHolds } = await cluster.readBooks();
      const seen = provider.seen.size;
      process.stdout.write(
        `${name}: ${calls.sent} calls, ${killed + cut} cut with their gateway, ${refused.length} refused without the ` +
          `database, longest wait ${(calls.longestMs / 1000).toFixed(1)} s, ${seen} seen, ${charged.length} charged\n`,
      );
      expect(new Set(charged).size).toBe(charged.length);
      expect(logged).toEqual(charged);
      expect([...provider.seen.values()].filter((times) => times > 1)).toEqual([]);
      // A call may be cut between its note and its bytes.
      expect(charged.length - seen).toBeGreaterThanOrEqual(0);
      expect(charged.length - seen).toBeLessThanOrEqual(underWay + cut);
      expect(openHolds).toBe(0);
    }, 900_000);
  });
}

/** Numbers of calls that last for fifteen seconds. */
const LONG_FROM = 20_000;

/** Returns whether the stream came to its end. */
async function readLongStream(number: number): Promise<boolean> {
  const response = await fetch(`${cluster.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${cluster.key}` },
    body: markedBody(number, true, true),
  });
  const text = await response.text().catch(() => '');
  return text.endsWith('data: [DONE]\n\n');
}

/** Every call asks Redis then. */
async function countModelCalls(url: string): Promise<void> {
  const session = await signIn(url);
  for (const [key, value] of [
    ['ModelRequestRateLimitCount', '1000000'],
    ['ModelRequestRateLimitSuccessCount', '1000000'],
    ['ModelRequestRateLimitEnabled', 'true'],
  ])
    await callConsole(url, 'PUT /api/option/', { key, value }, session);
}
