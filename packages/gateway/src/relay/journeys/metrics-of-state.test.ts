import { ChannelStatus } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion, fail } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeEach(async () => {
  lab = await startRelayLab({ channel: false, quota: 100_000_000 });
});
afterEach(() => lab.close());

/** The numbers of the series of a metric, by their labels. */
async function read(name: string): Promise<Record<string, number>> {
  const text = await lab.relay.readMetrics();
  const samples = [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))];
  return Object.fromEntries(samples.map(([, labels = '', value]) => [labels, Number(value)]));
}

test('each channel has the state that it is in', async () => {
  const [serving, failing, paused, disabled] = await Promise.all([
    lab.channel({ key: 'sk-serving', priority: 1 }),
    lab.channel({ key: 'sk-failing', priority: 9 }),
    lab.channel({ key: 'sk-paused', models: 'other' }),
    lab.channel({ key: 'sk-disabled', models: 'other' }),
  ]);
  const answer = completion();
  lab.upstream.script = (call, response) =>
    (call.headers.authorization === 'Bearer sk-failing' ? fail(503) : answer)(call, response);
  await setStatus(paused, ChannelStatus.tripped);
  await setStatus(disabled, ChannelStatus.disabled);
  await lab.option('RetryTimes', 1);
  for (let index = 0; index < 6; index += 1) expect((await lab.chat()).status).toBe(200);

  expect(await read('tollgate_channels')).toEqual({
    [`channel="${serving}",state="in_service"`]: 1,
    [`channel="${failing}",state="cooldown"`]: 1,
    [`channel="${paused}",state="paused"`]: 1,
    [`channel="${disabled}",state="disabled"`]: 1,
  });
});

test('holds and connections are counted while a call runs, and not after it', async () => {
  await lab.channel();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  lab.upstream.script = async (call, response) => {
    await mayEnd;
    await completion()(call, response);
  };
  const call = lab.chat();
  await expect.poll(() => lab.upstream.calls.length).toBe(1);
  const stored = await lab.ctx.db.selectFrom('hold').select('id').execute();
  expect(await read('tollgate_holds_open')).toEqual({ '': stored.length });
  expect(stored).toHaveLength(1);
  expect((await read('tollgate_caller_sockets_open'))['']).toBeGreaterThan(0);
  expect(await read('tollgate_provider_sockets_open')).toEqual({ '': 1 });
  end();
  await (await call).text();
  await lab.booked();
  expect(await read('tollgate_holds_open')).toEqual({ '': 0 });
  expect(await read('tollgate_journal_lag_seconds')).toEqual({ '': 0 });
});

test('every operation of the ledger is in one batch, and every look-up of a key is counted', async () => {
  await lab.channel();
  for (let index = 0; index < 5; index += 1) expect((await lab.chat()).status).toBe(200);
  await lab.booked();
  // A hold and its end for each call.
  expect(await read('tollgate_ledger_batch_size_sum')).toEqual({ '': 10 });
  // The first call reads the key, and so does one behind a change that another process may have made.
  const { 'outcome="hit"': hit = 0, 'outcome="miss"': miss = 0 } = await read('tollgate_key_lookups_total');
  expect(hit + miss).toBe(5);
  expect(Math.min(hit, miss)).toBeGreaterThan(0);
});

test('every metric whose name ends in _total is a counter, and no other is', async () => {
  const types = [...(await lab.relay.readMetrics()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const totals = types.filter(([, name]) => name?.endsWith('_total'));
  expect(totals.map(([, name]) => name)).toContain('process_cpu_seconds_total');
  expect(totals.filter(([, , type]) => type !== 'counter').map(([, name]) => name)).toEqual([]);
  expect(types.filter(([, name, type]) => type === 'counter' && !name?.endsWith('_total'))).toEqual([]);
});

test('the outbox is counted by what waits in it, and for how long it is due', async () => {
  const now = Math.floor(lab.ctx.now() / 1000);
  const row = (key: string, topic: string, next_at: number) => ({
    topic,
    dedup_key: key,
    payload: '{}',
    next_at,
  });
  await lab.ctx.db
    .insertInto('outbox')
    .values([row('a', 'mail', now - 120), row('b', 'mail', now + 600), row('c', 'usage', 0)])
    .execute();
  expect(await read('tollgate_outbox_rows')).toEqual({
    'topic="usage"': 1,
    'topic="mail"': 2,
    'topic="webhook"': 0,
  });
  const ages = await read('tollgate_outbox_age_seconds');
  expect(ages['topic="mail"']).toBeGreaterThanOrEqual(120);
  expect(ages['topic="mail"']).toBeLessThan(180);
  // Such a row has no time: it is as old as this gateway knows it.
  expect(ages['topic="usage"']).toBeLessThan(60);
  await lab.ctx.db.deleteFrom('outbox').where('dedup_key', 'in', ['a', 'b', 'c']).execute();
});

async function setStatus(id: number, status: number): Promise<void> {
  await lab.ctx.db.updateTable('channels').set({ status }).where('id', '=', id).execute();
  lab.ctx.revisions.announce('channels');
}
