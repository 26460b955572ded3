import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { duplexPair } from 'node:stream';
import { expect, test } from 'vitest';
import { createLocalLimits, type Limits } from '../cache/limits.ts';
import { createConnectionLimiter } from '../http/connection-limiter.ts';
import { createSessionLimiter } from '../relay/realtime/session-limiter.ts';
import { openChannel } from './channel.ts';
import type { ParentDuties, WorkerDuties } from './duties.ts';
import { createLinkedLimits } from './linked-limits.ts';
import { createSharedLimits } from './shared-limits.ts';

interface Worker extends Limits {
  end(): void;
}

/** Workers of one parent, linked as in the product. `clock.at` is the time of all of them. */
function startWorkers(clock = { at: 0 }) {
  const now = () => clock.at;
  const shared = createSharedLimits(createLocalLimits(now), now);
  const start = (): Worker => {
    const [near, far] = duplexPair();
    const duties: Partial<ParentDuties> = {};
    const worker = openChannel<WorkerDuties>(far, duties);
    Object.assign(duties, shared.join(worker));
    const own: Partial<WorkerDuties> = {};
    const linked = createLinkedLimits(openChannel<ParentDuties>(near, own), now);
    Object.assign(own, linked.duties);
    return { ...linked.limits, end: () => shared.leave(worker) };
  };
  return { start, first: start(), second: start() };
}

test('a rate is one for all workers', async () => {
  const clock = { at: 0 };
  const { first, second } = startWorkers(clock);
  const rate = { name: 'api', count: 3, periodMs: 3000 };
  const [here, there] = [first.limiter(rate), second.limiter(rate)];
  expect([await here('a'), await there('a'), await here('a')]).toEqual([0, 0, 0]);
  expect(await there('a')).toBe(1000);
  expect(await there('b')).toBe(0);
  clock.at = 1000;
  expect(await here('a')).toBe(0);
  expect(first.limiter({ ...rate, count: 0 })('a')).toBe(0);
});

test('a sliding window is one for all workers, and a slot that is given back is free', async () => {
  const { first, second } = startWorkers();
  const [here, there] = [first, second].map((worker) => worker.windows({ name: 'model-calls' }));
  const slot = await here?.tryAcquire('7', 1, 60_000);
  expect(slot?.waitMs).toBe(0);
  expect((await there?.tryAcquire('7', 1, 60_000))?.waitMs).toBe(60_000);
  slot?.giveBack();
  await expect.poll(async () => (await there?.tryAcquire('7', 1, 60_000))?.waitMs).toBe(0);
});

test('wrong tries count together', async () => {
  const { first, second } = startWorkers();
  const what = { name: 'guess:account', freeTries: 2 };
  const [here, there] = [first.attemptThrottle(what), second.attemptThrottle(what)];
  await here.fail('root');
  await there.fail('root');
  expect(await here.waitMs('root')).toBe(1000);
  await there.succeed('root');
  expect(await here.waitMs('root')).toBe(0);
});

test('a channel rests for all workers, also for one that starts later', async () => {
  const clock = { at: 0 };
  const { start, first, second } = startWorkers(clock);
  first.cooldowns({ name: 'channels' }).publish(4, 30_000);
  const there = second.cooldowns({ name: 'channels' });
  await expect.poll(() => there.isResting(4)).toBe(true);
  expect(there.isResting(5)).toBe(false);
  const late = start().cooldowns({ name: 'channels' });
  await expect.poll(() => late.isResting(4)).toBe(true);
  clock.at = 30_000;
  expect([there.isResting(4), late.isResting(4)]).toEqual([false, false]);
  clock.at = 0;
  first.cooldowns({ name: 'channels' }).publish(4, 0);
  await expect.poll(() => there.isResting(4)).toBe(false);
});

test('a conversation that comes to another worker is known there, for as long as it matters', async () => {
  const clock = { at: 0 };
  const { first, second } = startWorkers(clock);
  const there = second.places();
  first.places().publish(77, 9, 300_000);
  await expect.poll(() => there.find?.([55, 77])).toEqual({ key: 77, channelId: 9 });
  clock.at = 300_000;
  expect(await there.find?.([55, 77])).toBeUndefined();
});

test('connections of an address count in all workers, and those of an ended worker no longer', async () => {
  const workers = startWorkers();
  const limited = [workers.first, workers.second].map((worker) => {
    const shared = worker.counts({ name: 'connections', most: 4 });
    return createConnectionLimiter({ trustedProxies: [], perAddress: 4, shared });
  });
  const open = (at: number, address = '203.0.113.9') => {
    const socket = Object.assign(new EventEmitter(), { remoteAddress: address, destroy() {} });
    limited[at]?.enter(socket as unknown as Socket);
    const request = { socket, headers: {} } as unknown as IncomingMessage;
    return limited[at]?.hasTooManyConnections(request, socket);
  };
  expect([open(0), open(0), open(0), open(1)]).toEqual([false, false, false, false]);
  const counts = workers.second.counts({ name: 'connections', most: 4 });
  await expect.poll(() => counts.others('203.0.113.9')).toBe(3);
  expect([open(1), open(1, '203.0.113.10')]).toEqual([true, false]);
  workers.first.end();
  await expect.poll(() => counts.others('203.0.113.9')).toBe(0);
  expect(open(1)).toBe(false);
});

test('realtime sessions of a user count in all workers', async () => {
  const workers = startWorkers();
  const limited = [workers.first, workers.second].map((worker) => {
    const users = worker.counts({ name: 'user-sessions', most: 2 });
    const all = worker.counts({ name: 'sessions', most: 10 });
    return createSessionLimiter({ all: 10, perUser: 2, shared: { users, all } });
  });
  const leave = limited[0]?.enter(1);
  limited[0]?.enter(1);
  const users = workers.second.counts({ name: 'user-sessions', most: 2 });
  await expect.poll(() => users.others('1')).toBe(2);
  expect(() => limited[1]?.enter(1)).toThrow('sessions_full');
  leave?.();
  await expect.poll(() => users.others('1')).toBeLessThan(2);
  limited[1]?.enter(1)();
});

test('what limit rules count is one for all workers, and a worker that ends frees its slots', async () => {
  const { first, second } = startWorkers();
  const slot = { key: 'calls', limit: 2, kind: 'slot', until: 0, periodMs: 0 } as const;
  const minute = { key: 'requests', limit: 3, kind: 'window', until: 0, periodMs: 0 } as const;
  await first.counters.take([slot, minute]);
  const there = await second.counters.take([slot, minute]);
  expect(there.used).toEqual([2, 2]);
  expect((await first.counters.take([slot])).full).toMatchObject({ index: 0, used: 2 });
  expect(await second.counters.read([slot, minute])).toEqual([2, 2]);
  there.release();
  there.release();
  await expect.poll(() => first.counters.read([slot, minute])).toEqual([1, 2]);
  first.end();
  expect(await second.counters.read([slot, minute])).toEqual([0, 2]);
  (await second.counters.take([slot, minute])).cancel();
  await expect.poll(() => second.counters.read([slot, minute])).toEqual([0, 2]);
});
