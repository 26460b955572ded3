import { quotaOf, readBilledRow, recomputeQuota } from '@tollgate/pricing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toMaps } from '../../modules/models/book/price-state.ts';
import { findPrice } from '../../modules/models/find-price.ts';
import * as versions from '../../modules/models/repository/price-versions.ts';
import { type LogRow, type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { completion } from '../../testing/upstream.ts';

let lab: RelayLab;
beforeAll(async () => {
  lab = await startRelayLab();
  await lab.option('ModelRatio', { 'gpt-4o': 1 });
});
afterAll(() => lab.close());

const script = completion({ usage: { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 } });

/** What a row costs by the version that it names, as the book has it today. */
async function costByVersion(row: LogRow): Promise<number> {
  const { price_version } = JSON.parse(row.other) as { price_version: number };
  const version = await versions.find(lab.ctx.db, price_version);
  const call = readBilledRow(row, 500_000);
  if (!version || !call) throw new Error('the row names no version');
  const entries = new Map([[version.model, version]]);
  const options = { ...lab.ctx.options.current, ...toMaps(entries), book: { versions: entries } };
  const price = findPrice(options, row.model_name, row.group, false);
  if (!price) throw new Error('the version has no price');
  return quotaOf(price, call.usage);
}

test('a row costs what its version of the price says, after any later change', async () => {
  lab.upstream.script = script;
  await (await lab.chat()).text();
  await lab.option('ModelRatio', { 'gpt-4o': 3 });
  await (await lab.chat()).text();
  await lab.option('ModelRatio', {});
  await lab.option('ModelPrice', { 'gpt-4o': 0.01 });
  await (await lab.chat()).text();
  await lab.option('ModelPrice', {});

  const { rows } = await lab.booked();
  expect(rows.map(({ quota }) => quota)).toEqual([1400, 4200, 5000]);
  for (const row of rows) {
    expect(await costByVersion(row)).toBe(row.quota);
    expect(recomputeQuota(row)).toBe(row.quota);
  }
});

test('a call keeps the version with which it began', async () => {
  await lab.option('ModelRatio', { 'gpt-4o': 1 });
  const { promise: isChanged, resolve } = Promise.withResolvers<void>();
  lab.upstream.script = async (...call) => {
    await isChanged;
    return script(...call);
  };
  const calls = lab.upstream.calls.length;
  const answer = lab.chat();
  await expect.poll(() => lab.upstream.calls.length).toBe(calls + 1);
  const held = await lab.ctx.db.selectFrom('hold').select('snapshot').executeTakeFirstOrThrow();
  await lab.option('ModelRatio', { 'gpt-4o': 50 });
  resolve();
  await (await answer).text();

  const row = (await lab.booked()).rows.at(-1) as LogRow;
  expect(row.quota).toBe(1400);
  expect(await costByVersion(row)).toBe(1400);
  const { price_version } = JSON.parse(row.other);
  expect(JSON.parse(held.snapshot).ratios.price_version).toBe(price_version);
});
