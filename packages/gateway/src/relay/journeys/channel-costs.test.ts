import {
  exportLogs,
  exportOwnLogs,
  type Input,
  listChannelCosts,
  listLogs,
  listMargin,
  listOwnLogs,
  type MarginDimension,
  saveChannelCosts,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

const script = completion({ usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 } });

describeDatabases('what channels cost', (database) => {
  let lab: RelayLab;
  let own: number;
  let mapped: number;
  let unknown: number;

  beforeAll(async () => {
    lab = await startRelayLab({ database: await database.create(), channel: false });
    await lab.option('ModelRatio', { shared: 2, alias: 3, target: 1, plain: 1 });
    await lab.option('CompletionRatio', { shared: 4, target: 5 });
    await lab.option('GroupRatio', { default: 1.5 });
    own = await lab.channel({ models: 'shared', name: 'own prices' });
    mapped = await lab.channel({ models: 'alias', model_mapping: '{"alias":"target"}', name: 'discount' });
    unknown = await lab.channel({ models: 'plain', name: 'no costs' });
    await save(own, [
      { models: '*', factor: 9 },
      { models: 'sha*', input: 3, output: 15, cache_read: 0.3 },
    ]);
    await save(mapped, [{ models: 'target', factor: 0.8 }]);
    lab.upstream.script = script;
    for (const model of ['shared', 'alias', 'plain', 'shared']) await (await lab.chat({ model })).text();
    await lab.booked();
  });
  afterAll(() => lab.close());

  const save = (id: number, costs: Input<typeof saveChannelCosts>['costs']) =>
    lab.as('admin').call(saveChannelCosts, { id, costs });
  const margin = (by: MarginDimension) => lab.as('admin').get(listMargin, { by });

  test('are computed by the price of the channel for the model after mapping', async () => {
    const rows = await lab.ctx.logDb.selectFrom('logs').selectAll().where('type', '=', 2).execute();
    expect(rows.map((row) => [row.model_name, Number(row.quota), row.provider_cost])).toEqual([
      // 1,000 x $3 + 100 x $15 per million; the caller pays (1,000 + 400) x 2 x 1.5.
      ['shared', 4200, 2250],
      // The price of the mapped model, (1,000 + 500) x 1, less a fifth.
      ['alias', 4950, 1200],
      ['plain', 1650, null],
      ['shared', 4200, 2250],
    ]);
  });

  test('are refused when models have two of them', async () => {
    const twice = [
      { models: 'plain', factor: 0.5 },
      { models: 'plain', per_call: 1 },
    ];
    expect((await save(own, twice)).body).toMatchObject({ success: false });
    expect(await lab.as('admin').get(listChannelCosts, { id: own })).not.toContainEqual(
      expect.objectContaining({ models: 'plain' }),
    );
  });

  test('add up to the unit, by day, model, channel and group', async () => {
    const rows = await lab.ctx.logDb.selectFrom('logs').selectAll().where('type', '=', 2).execute();
    const costs = rows.reduce((sum, row) => sum + Number(row.provider_cost ?? 0), 0);
    const revenue = rows.reduce((sum, row) => sum + Number(row.quota), 0);
    const [day, ...others] = await margin('day');
    expect(others).toEqual([]);
    expect(day).toMatchObject({ revenue, cost: costs, calls: 3, known_revenue: revenue - 1650 });
    expect(await margin('model')).toMatchObject([
      { name: 'shared', revenue: 8400, known_revenue: 8400, cost: 4500, calls: 2 },
      { name: 'alias', revenue: 4950, known_revenue: 4950, cost: 1200, calls: 1 },
      { name: 'plain', revenue: 1650, known_revenue: 0, cost: null, calls: 0 },
    ]);
    expect(await margin('channel')).toMatchObject([
      { name: String(own), label: 'own prices', revenue: 8400, cost: 4500 },
      { name: String(mapped), label: 'discount', revenue: 4950, cost: 1200 },
      { name: String(unknown), label: 'no costs', revenue: 1650, cost: null },
    ]);
    expect(await margin('group')).toMatchObject([{ name: 'default', revenue, cost: costs }]);
  });

  test('stay those of the moment in which the call began', async () => {
    const { promise: isChanged, resolve } = Promise.withResolvers<void>();
    lab.upstream.script = async (...call) => {
      await isChanged;
      return script(...call);
    };
    const calls = lab.upstream.calls.length;
    const answer = lab.chat({ model: 'alias' });
    await expect.poll(() => lab.upstream.calls.length).toBe(calls + 1);
    await save(mapped, [{ models: 'target', factor: 5 }]);
    resolve();
    await (await answer).text();
    await lab.booked();
    const last = lab.ctx.logDb.selectFrom('logs').select('provider_cost').orderBy('id', 'desc');
    expect(await last.executeTakeFirst()).toEqual({ provider_cost: 1200 });
    lab.upstream.script = script;
    await (await lab.chat({ model: 'alias' })).text();
    await lab.booked();
    expect(await last.executeTakeFirst()).toEqual({ provider_cost: 7500 });
  });

  test('are shown to administrators only', async () => {
    const text = async (answer: Promise<{ text: string }>) => (await answer).text;
    const payer = createClient(lab.app, lab.ctx, lab.payer);
    expect(await text(lab.as('admin').call(listLogs, {}))).toContain('"provider_cost":2250');
    expect(await text(lab.as('admin').call(exportLogs, {}))).toContain('provider_cost');
    for (const seen of [
      text(payer.call(listOwnLogs, {})),
      text(payer.call(exportOwnLogs, { format: 'jsonl' })),
      text(payer.send('GET', `/api/log/token?key=${lab.key}`)),
    ]) {
      expect(await seen).toContain('shared');
      expect(await seen).not.toMatch(/provider_cost|\b2250\b/);
    }
    for (const refused of [payer.call(listMargin, {}), payer.call(listChannelCosts, { id: own })])
      expect((await refused).body).toMatchObject({ success: false, code: 'not_allowed' });
  });

  test('are refused when more than one kind is set, and leave with their channel', async () => {
    const { body } = await save(own, [{ models: '*', factor: 1, per_call: 1 }]);
    expect(body).toMatchObject({ success: false, code: 'invalid_input' });
    await lab.as('admin').send('DELETE', `/api/channel/${own}`);
    const left = await lab.ctx.db.selectFrom('channel_costs').select('channel_id').execute();
    expect(left.map(({ channel_id }) => channel_id)).toEqual([mapped]);
  });
});
