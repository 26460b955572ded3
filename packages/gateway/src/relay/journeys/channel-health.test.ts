import { setTimeout as pause } from 'node:timers/promises';
import { getChannelHealth } from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, cutAfter, fail, streamOf } from '../../testing/upstream.ts';

const SLOW_MS = 250;
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
  await lab.option('RetryTimes', 1);
});
afterAll(() => lab.close());

test('the health of a channel has the results of its requests and their times', async () => {
  const begunAt = performance.now();
  const failing = await lab.channel({ priority: 9, key: 'sk-failing', name: 'failing' });
  const working = await lab.channel({ priority: 1, key: 'sk-working', name: 'working' });
  const idle = await lab.channel({ models: 'another', name: 'idle' });
  const answer = completion();
  lab.upstream.script = async (request, response) => {
    if (request.headers.authorization === 'Bearer sk-failing') return fail(429)(request, response);
    await pause(SLOW_MS);
    return answer(request, response);
  };
  for (const stream of [false, true]) expect(await (await lab.chat({ stream })).text()).toContain('Hel');
  lab.upstream.script = (request, response) =>
    fail(request.headers.authorization === 'Bearer sk-failing' ? 401 : 400, {})(request, response);
  expect((await lab.chat()).status).toBe(400);
  lab.upstream.script = (request, response) =>
    request.headers.authorization === 'Bearer sk-failing'
      ? fail(500)(request, response)
      : cutAfter(streamOf(request).slice(0, 3))(request, response);
  await (await lab.chat({ stream: true })).text();
  await lab.relay.close(); // Writes what is gathered.

  const elapsedMs = performance.now() - begunAt;
  const { items, total } = await lab.as('admin').get(getChannelHealth, {});
  expect(total).toBe(3);
  expect(items.map(({ id, name }) => [id, name])).toEqual([
    [idle, 'idle'],
    [working, 'working'],
    [failing, 'failing'],
  ]);
  const [none, good, bad] = items;
  expect(none).toMatchObject({ calls: 0, success_rate: null, duration_ms: null, tokens_per_second: null });
  expect(good).toMatchObject({
    calls: 4,
    failures: 1,
    errors: { broken: 1, request: 1, server: 0 },
    success_rate: 2 / 3,
  });
  expect(good?.duration_ms?.p50).toBeGreaterThan(SLOW_MS * 0.6);
  expect(good?.duration_ms?.p99).toBeLessThan(2 * elapsedMs); // The sums keep rough durations.
  expect(good?.first_token_ms?.p50).toBeGreaterThan(SLOW_MS * 0.6);
  expect(good?.tokens_per_second).toBeGreaterThan(0);
  expect(bad).toMatchObject({ calls: lab.upstream.calls.length - 4, success_rate: 0, duration_ms: null });
  expect(bad?.errors.rate_limit).toBeGreaterThan(0);
  expect(bad?.last_error).toMatchObject({ status: 500 });
  expect(good?.last_error).toBeNull(); // A refused request is the caller's fault, a broken stream has no status.
  expect(bad?.strip).toHaveLength(24);
  expect(bad?.strip.reduce((sum, { failures }) => sum + failures, 0)).toBe(bad?.failures);

  const some = await lab.as('admin').get(getChannelHealth, { ids: String(working) });
  expect(some.items.map(({ id }) => id)).toEqual([working]);
  expect(some.items[0]?.last_error).toBeNull();
  const earlier = { start_timestamp: 1_700_000_000, end_timestamp: 1_700_000_000 };
  const past = await lab.as('admin').get(getChannelHealth, earlier);
  expect(past.items.map(({ calls, last_error }) => [calls, last_error])).toEqual(Array(3).fill([0, null]));
});

test('rows of the log have milliseconds and the status that the caller got', async () => {
  const { rows } = await lab.booked();
  const served = rows.filter(({ type, is_stream }) => type === 2 && is_stream === 1);
  expect(served.some(({ first_token_ms, status }) => first_token_ms >= SLOW_MS && status === 200)).toBe(true);
  const plain = rows.find(({ type, is_stream }) => type === 2 && is_stream === 0);
  expect(plain).toMatchObject({ first_token_ms: 0, status: 200 });
  expect(plain?.duration_ms).toBeGreaterThanOrEqual(SLOW_MS);
  const failed = await lab.ctx.logDb.selectFrom('logs').select('status').where('type', '=', 5).execute();
  expect(failed).toEqual([{ status: 400 }]);
});
