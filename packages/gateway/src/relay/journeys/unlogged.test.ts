import { expect, test } from 'vitest';
import { startRelayLab } from '../../testing/relay.ts';
import { completion, fail } from '../../testing/upstream.ts';

// @spec D154
test('a call is charged and counted without a row when the usage log is off', async () => {
  const lab = await startRelayLab({ script: completion() });
  await lab.option('RetryTimes', 0);
  await lab.option('LogConsumeEnabled', false);
  const before = await lab.booked();
  for (const stream of [false, true]) await (await lab.chat({ stream })).text();
  lab.upstream.script = fail(500);
  await (await lab.chat()).text();

  const after = await lab.booked();
  expect(before.balance - after.balance).toBe(98);
  expect(after.rows).toEqual([]);
  const hours = await lab.ctx.logDb.selectFrom('quota_data').selectAll().execute();
  expect(hours).toMatchObject([{ user_id: lab.payer.id, model_name: 'gpt-4o', count: 2, quota: 98 }]);
  expect(await lab.ctx.logDb.selectFrom('channel_usage').select('quota').execute()).toEqual([{ quota: 98 }]);

  lab.upstream.script = completion();
  await lab.option('LogConsumeEnabled', true);
  await (await lab.chat()).text();
  expect((await lab.booked()).rows).toMatchObject([{ quota: 49 }]);
  // Closing compares the ledger with the log.
  await lab.close();
});
