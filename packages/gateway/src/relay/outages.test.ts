import { updateChannel } from '@tollgate/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../testing/relay.ts';
import { completion, type FakeUpstream, fail, startUpstream } from '../testing/upstream.ts';

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

/** Calls one after the other, all of which are answered by somebody. Answers how many the first channel saw. */
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

test('T7 a vendor that is down is spared by the calls after the fifth, tried by one after half a minute, and stays enabled', async () => {
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

test('T7 a vendor that is down is still asked when nobody else can serve', async () => {
  lab.upstream.script = fail(502);
  await call(6);
  spare.script = fail(500);
  const before = lab.upstream.calls.length;
  expect((await lab.chat()).ok).toBe(false);
  expect(lab.upstream.calls.length).toBe(before + 1);
  spare.script = completion({ text: 'spare' });
});

test('T7 a refusal that may be meant for one model takes a channel out at the third within ten minutes, with the reason', async () => {
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

test('T7 words of a lost account take a channel out at once; overload with the same status does not', async () => {
  lab.upstream.script = fail(429, { error: { message: 'Slow down' } });
  await call(3);
  expect((await find()).status).toBe(1);
  lab.upstream.script = fail(429, { error: { message: 'Your credit balance is too low' } });
  await call(1);
  await expect.poll(async () => (await find()).status, { timeout: 10_000 }).toBe(3);
});

test('T7 several keys of a channel are used in turn, whatever happens to other channels; one that is refused is left out, and the last takes the channel along', async () => {
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
