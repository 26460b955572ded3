import { updateChannel } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, type FakeUpstream, fail, startUpstream } from '../../testing/upstream.ts';

let lab: RelayLab;
let spare: FakeUpstream;
let first: number;
let clock = Date.now();

beforeAll(async () => {
  lab = await startRelayLab({ channel: false, quota: 10_000_000, now: () => clock });
  spare = await startUpstream(completion({ text: 'spare' }));
  await lab.option('RetryTimes', 3);
  await lab.option('AutomaticDisableChannelEnabled', true);
});
afterAll(async () => {
  await spare.close();
  await lab.close();
});
beforeEach(async () => {
  for (const { id } of await lab.ctx.db.selectFrom('channels').select('id').execute()) {
    await lab.ctx.db.deleteFrom('abilities').where('channel_id', '=', id).execute();
    await lab.ctx.db.deleteFrom('channels').where('id', '=', id).execute();
  }
  first = await lab.channel({ priority: 10 });
  await lab.channel({ priority: 0, base_url: spare.url });
  lab.upstream.calls.length = 0;
});

/** Sends calls one after the other, all of which succeed. Returns how many reached the first channel. */
async function call(times: number): Promise<number> {
  const before = lab.upstream.calls.length;
  for (let time = 0; time < times; time += 1) expect((await lab.chat()).status).toBe(200);
  return lab.upstream.calls.length - before;
}
const find = () =>
  lab.ctx.db
    .selectFrom('channels')
    .select(['status', 'other_info'])
    .where('id', '=', first)
    .executeTakeFirstOrThrow();

test('a failing channel pauses after five calls, is retried after half a minute, and stays enabled', async () => {
  lab.upstream.script = fail(502);
  expect(await call(9)).toBe(5);
  clock += 31_000;
  expect(await call(4)).toBe(1);
  clock += 31_000;
  expect(await call(2)).toBe(0);
  clock += 31_000;
  lab.upstream.script = completion();
  expect(await call(3)).toBe(3);
  expect((await find()).status).toBe(1);
});

test('a failing channel is still called when no other channel is left', async () => {
  lab.upstream.script = fail(502);
  await call(6);
  spare.script = fail(500);
  const before = lab.upstream.calls.length;
  expect((await lab.chat()).ok).toBe(false);
  expect(lab.upstream.calls.length).toBe(before + 1);
  spare.script = completion({ text: 'spare' });
});

test('a channel is disabled with the reason at the third ambiguous error within ten minutes', async () => {
  lab.upstream.script = fail(403, { error: { message: 'Not for this project', type: 'permission_error' } });
  await call(2);
  clock += 601_000;
  await call(2);
  lab.upstream.script = completion();
  await call(1);
  lab.upstream.script = fail(403, { error: { message: 'Not for this project', type: 'permission_error' } });
  await call(2);
  expect((await find()).status).toBe(1);
  await call(1);
  await expect.poll(async () => (await find()).status, { timeout: 10_000 }).toBe(3);
  const { status_reason, status_time } = JSON.parse((await find()).other_info);
  expect([status_reason, status_time]).toEqual(['Not for this project', Math.floor(clock / 1000)]);
});

test('a channel is disabled at once by an error about its account, but not by overload with that status', async () => {
  lab.upstream.script = fail(429, { error: { message: 'Slow down' } });
  await call(3);
  expect((await find()).status).toBe(1);
  lab.upstream.script = fail(429, { error: { message: 'Your credit balance is too low' } });
  await call(1);
  await expect.poll(async () => (await find()).status, { timeout: 10_000 }).toBe(3);
});

test('a channel rotates its keys, skips a rejected one, and is disabled with its last key', async () => {
  const keys = ['sk-key-number-one', 'sk-key-number-two', 'sk-key-number-three'];
  await lab.as('admin').get(updateChannel, { id: first, key: `${keys.join('\n')}\n\n` });
  const used = () => lab.upstream.calls.splice(0).map(({ headers }) => headers.authorization?.slice(7));
  lab.upstream.script = completion();
  await call(6);
  expect(used()).toEqual([...keys, ...keys]);
  await lab.channel({ priority: -1 });
  await call(1);
  await lab.channel({ priority: -1 });
  await call(2);
  expect(used()).toEqual(keys);

  const bad = new Set<string | undefined>([`Bearer ${keys[1]}`]);
  lab.upstream.script = (request, response) =>
    bad.has(request.headers.authorization)
      ? fail(401, { error: { message: 'Incorrect key', code: 'invalid_api_key' } })(request, response)
      : completion()(request, response);
  await call(6);
  expect(used().filter((key) => key === keys[1])).toHaveLength(1);
  expect((await find()).status).toBe(1);
  for (const key of keys) bad.add(`Bearer ${key}`);
  await call(3);
  await expect.poll(async () => (await find()).status, { timeout: 10_000 }).toBe(3);
});
