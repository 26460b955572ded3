import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import {
  completion,
  cutAfter,
  type FakeUpstream,
  fail,
  startUpstream,
  streamOf,
} from '../../testing/upstream.ts';

let lab: RelayLab;
let spare: FakeUpstream;
let first: number;
let second: number;
/** The next random numbers for choosing channels; random when empty. */
let draws: number[] = [];

beforeAll(async () => {
  lab = await startRelayLab({
    channel: false,
    quota: 10_000_000,
    random: () => draws.shift() ?? Math.random(),
  });
  spare = await startUpstream(completion({ text: 'spare' }));
  await lab.option('RetryTimes', 3);
});
afterAll(async () => {
  await spare.close();
  await lab.close();
});
beforeEach(async () => {
  for (const channel of await lab.ctx.db.selectFrom('channels').select('id').execute()) {
    await lab.ctx.db.deleteFrom('abilities').where('channel_id', '=', channel.id).execute();
    await lab.ctx.db.deleteFrom('channels').where('id', '=', channel.id).execute();
  }
  first = await lab.channel({ priority: 10, status_code_mapping: '{"418":"503"}' });
  second = await lab.channel({ priority: 0, base_url: spare.url });
  lab.upstream.calls.length = 0;
  spare.calls.length = 0;
});

test.each([
  ['500', fail(500), true],
  ['429', fail(429), true],
  ['401', fail(401), true],
  ['404', fail(404), true],
  ['307', fail(307), true],
  ['a mapped status', fail(418), true],
  ['a closed connection', cutAfter([]), true],
  ['400', fail(400, { error: { message: 'too long' } }), false],
  ['408', fail(408), false],
  ['504', fail(504), false],
  ['524', fail(524), false],
] as const)('after %s a call moves on to the next channel when that may help', async (_, script, moves) => {
  lab.upstream.script = script;
  for (const stream of [false, true]) {
    const answer = await lab.chat({ stream });
    await answer.text();
    expect(answer.ok).toBe(moves);
  }
  expect([lab.upstream.calls.length, spare.calls.length]).toEqual([2, moves ? 2 : 0]);
});

// @spec C109
test('the log names every tried channel, and each failed attempt has its own row', async () => {
  lab.upstream.script = fail(500, { error: { message: 'x', code: 'oops' } });
  const answer = await lab.chat();
  const row = (await lab.booked()).rows.at(-1);
  expect(JSON.parse(row?.other ?? '').admin_info.use_channel).toEqual([String(first), String(second)]);
  expect(row?.channel_id).toBe(second);
  const attempts = () =>
    lab.ctx.logDb
      .selectFrom('attempts')
      .selectAll()
      .where('request_id', '=', answer.headers.get('x-oneapi-request-id'))
      .execute();
  await expect.poll(async () => (await attempts()).length, { timeout: 10_000 }).toBe(1);
  expect(await attempts()).toMatchObject([{ n: 1, channel_id: first, status: 500, error_class: 'oops' }]);
});

test('a call stays on its channel after the first event', async () => {
  const call = { json: { model: 'm' } } as never;
  lab.upstream.script = cutAfter(streamOf(call).slice(0, 3));
  const text = await (await lab.chat({ stream: true })).text();
  expect(text).toContain('upstream_cut');
  expect(spare.calls.length).toBe(0);
});

test('a call is tried as often as the option allows, and once per channel', async () => {
  const more = [await lab.channel({ priority: 10 }), await lab.channel({ priority: 10 })];
  lab.upstream.script = fail(500);
  spare.script = fail(500);
  await lab.option('RetryTimes', 2);
  const answer = await lab.chat();
  expect(answer.ok).toBe(false);
  expect([lab.upstream.calls.length, spare.calls.length]).toEqual([3, 0]);
  await lab.option('RetryTimes', 9);
  lab.upstream.calls.length = 0;
  const last = await lab.chat();
  expect([lab.upstream.calls.length, spare.calls.length]).toEqual([3, 1]);
  const tries = lab.ctx.logDb
    .selectFrom('attempts')
    .select('channel_id')
    .where('request_id', '=', last.headers.get('x-oneapi-request-id'));
  await expect
    .poll(async () => (await tries.execute()).map(({ channel_id }) => channel_id).sort(), { timeout: 10_000 })
    .toEqual([first, ...more, second].sort());
  spare.script = completion({ text: 'spare' });
  await lab.option('RetryTimes', 3);
});

test('calls choose channels of a tier by weight, try all before the next tier, and none twice', async () => {
  const script = lab.upstream.script;
  lab.upstream.script = fail(404);
  spare.script = fail(404);
  await lab.option('RetryTimes', 9);
  const light = await lab.channel({ priority: 10, weight: 0 });
  const heavy = await lab.channel({ priority: 10, weight: 30 });
  await lab.channel({ priority: 5, base_url: spare.url });
  const firstTier = [first, light, heavy];

  const starts = new Map<number, number>();
  const rounds = 12;
  for (let round = 0; round < rounds; round += 1) {
    draws = [(round + 0.5) / rounds];
    const id = (await lab.chat()).headers.get('x-oneapi-request-id');
    const tries = async () => {
      const made = lab.ctx.logDb.selectFrom('attempts').select('channel_id').where('request_id', '=', id);
      return (await made.orderBy('n').execute()).map(({ channel_id }) => channel_id);
    };
    await expect.poll(async () => (await tries()).length, { timeout: 10_000, interval: 2 }).toBe(5);
    const order = await tries();
    expect(new Set(order).size).toBe(5);
    expect(order.slice(0, 3).sort()).toEqual([...firstTier].sort());
    expect(order.at(-1)).toBe(second);
    starts.set(order[0] ?? 0, (starts.get(order[0] ?? 0) ?? 0) + 1);
  }
  // The draws are spread evenly, so the shares are exact: weights 10, 10 and 40 of 60.
  expect(firstTier.map((id) => starts.get(id))).toEqual([2, 2, 8]);
  lab.upstream.script = script;
  spare.script = completion({ text: 'spare' });
  await lab.option('RetryTimes', 3);
});

test('a failure is final when retries are off', async () => {
  await lab.option('RetryTimes', 0);
  lab.upstream.script = fail(500);
  expect((await lab.chat()).status).toBe(500);
  expect(spare.calls.length).toBe(0);
  await lab.option('RetryTimes', 3);
});

test('a channel pauses when it sends Retry-After', async () => {
  lab.upstream.script = fail(429, {}, { 'retry-after': '60' });
  await lab.chat();
  await lab.chat();
  expect([lab.upstream.calls.length, spare.calls.length]).toEqual([1, 2]);
});

test('a channel is disabled with the reason when its account is gone, unless it or the gateway opted out', async () => {
  lab.upstream.script = fail(401, { error: { message: 'Your key is gone', code: 'invalid_api_key' } });
  await lab.chat();
  await sleep(50);
  expect(await status(first)).toMatchObject({ status: 1 });
  await lab.option('AutomaticDisableChannelEnabled', true);
  await lab.chat();
  await expect.poll(async () => (await status(first)).status, { timeout: 10_000 }).toBe(3);
  const row = await status(first);
  expect(JSON.parse(row.other_info)).toMatchObject({ status_reason: 'Your key is gone' });
  lab.upstream.calls.length = 0;
  await lab.chat();
  expect(lab.upstream.calls.length).toBe(0);

  const tolerant = await lab.channel({ priority: 20, auto_ban: 0 });
  await lab.chat();
  await sleep(50);
  expect(await status(tolerant)).toMatchObject({ status: 1 });
  await lab.option('AutomaticDisableChannelEnabled', false);
});

// @spec A004
test('channels that are disabled or added count from the next call on', async () => {
  await lab.ctx.db.updateTable('abilities').set({ enabled: 0 }).execute();
  lab.ctx.revisions.announce('channels');
  const answer = await lab.chat();
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain('gpt-4o');
  await lab.channel({ base_url: spare.url });
  expect((await lab.chat()).status).toBe(200);
});

test('a circular mapping is refused, and an unusable channel is skipped', async () => {
  await lab.channel({ priority: 30, type: 36, models: 'gpt-4o' });
  lab.upstream.script = completion();
  expect((await lab.chat()).status).toBe(200);
  await lab.channel({ priority: 40, model_mapping: '{"gpt-4o":"a","a":"gpt-4o"}' });
  expect(await (await lab.chat()).json()).toMatchObject({ error: { code: 'model_mapped_error' } });
});

async function status(id: number) {
  return lab.ctx.db
    .selectFrom('channels')
    .select(['status', 'other_info'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
