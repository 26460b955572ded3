import type { MarginDimension } from '@tollgate/contract';
import { adding, type BulkInsert, insertMany } from '../../../db/bulk.ts';
import type { LogDb } from '../../../db/schema.ts';
import type { LogValues } from './log-values.ts';

const consumption = 2;
const hour = 3600;
const day = 86_400;

/** Adds new rows to every stored sum of the log. Only consumption counts. */
export async function addToRollups(tx: LogDb, rows: readonly LogValues[]): Promise<void> {
  const consumed = rows.filter(({ type }) => type === consumption);
  // In a fixed order, so that processes that add to the same rows cannot deadlock.
  for (const rollup of rollups) await insertMany(tx, rollup.insert, sumUp(rollup, consumed));
  const costed = consumed.filter(({ provider_cost }) => provider_cost !== null);
  for (const rollup of margins) await insertMany(tx, rollup.insert, sumUp(rollup, costed));
}

/**
 * Adds new rows to the sums for the filters of the log. Leaves out calls without a row: the statistic above a
 * list is the sum of what the list can show.
 */
export async function addToLogSums(tx: LogDb, rows: readonly LogValues[]): Promise<void> {
  const consumed = rows.filter(({ type }) => type === consumption);
  // In a fixed order, so that processes that add to the same rows cannot deadlock.
  const values = dimensions.flatMap((dimension) => sumsOf(dimension, consumed));
  await insertMany(tx, insertLogSums, values);
}

/** Rows of `log_sums` by start and name. */
function sumsOf([dimension, { span, nameOf }]: Dimension, rows: readonly LogValues[]) {
  const starts = new Map<number, Map<string | number, number>>();
  for (const row of rows) {
    const start = startOf(span, row);
    const sums = starts.get(start) ?? new Map<string | number, number>();
    const name = nameOf(row);
    sums.set(name, (sums.get(name) ?? 0) + row.quota);
    starts.set(start, sums);
  }
  return [...starts]
    .sort(([a], [b]) => a - b)
    .flatMap(([start, sums]) =>
      [...sums]
        .map(([name, quota]): [string, string, number, number] => [dimension, String(name), start, quota])
        .sort(([, a], [, b]) => (a < b ? -1 : 1)),
    );
}

/** The single filters of a list, and the time that one sum covers, in seconds. */
export const logSumSpans = { all: hour, model: hour, channel: hour, group: hour, user: day } as const;
export type LogDimension = keyof typeof logSumSpans;

type Dimension = readonly [LogDimension, { span: number; nameOf: (row: LogValues) => string | number }];

const dimensions: readonly Dimension[] = [
  ['all', { span: logSumSpans.all, nameOf: () => '' }],
  ['channel', { span: logSumSpans.channel, nameOf: (row) => row.channel_id }],
  ['group', { span: logSumSpans.group, nameOf: (row) => row.group }],
  ['model', { span: logSumSpans.model, nameOf: (row) => row.model_name }],
  ['user', { span: logSumSpans.user, nameOf: (row) => row.user_id }],
];
const insertLogSums = adding('log_sums', ['dimension', 'name', 'created_at'], [], ['quota']);

/** One sum: its key columns, columns that depend on them, and the added values. */
interface Rollup {
  readonly insert: BulkInsert;
  readonly keys: (row: LogValues) => (string | number)[];
  readonly others?: (row: LogValues) => (string | number)[];
  readonly sums: (row: LogValues) => number[];
  readonly skip?: (row: LogValues) => boolean;
}

function sumUp({ keys, others, sums, skip }: Rollup, rows: readonly LogValues[]): (string | number)[][] {
  const found = new Map<string, { key: (string | number)[]; sums: number[] }>();
  for (const row of rows) {
    if (skip?.(row)) continue;
    const key = keys(row);
    const text = key.join(' ');
    const entry = found.get(text);
    const added = sums(row);
    if (entry) add(entry.sums, added);
    else found.set(text, { key: [...key, ...(others?.(row) ?? [])], sums: added });
  }
  return [...found.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => [...sum.key, ...sum.sums]);
}

function add(sums: number[], added: readonly number[]): void {
  for (let index = 0; index < added.length; index += 1)
    sums[index] = (sums[index] as number) + (added[index] as number);
}

function startOf(span: number, { created_at }: LogValues): number {
  return created_at - (created_at % span);
}

const measured = ['token_used', 'count', 'quota'];
const measure = ({ prompt_tokens, completion_tokens, quota }: LogValues) => [
  prompt_tokens + completion_tokens,
  1,
  quota,
];

const rollups: readonly Rollup[] = [
  {
    insert: adding('quota_data', ['user_id', 'created_at', 'model_name'], ['username'], measured),
    keys: (row) => [row.user_id, startOf(hour, row), row.model_name],
    others: (row) => [row.username],
    sums: measure,
  },
  {
    insert: adding('channel_usage', ['channel_id'], [], ['quota']),
    keys: (row) => [row.channel_id],
    sums: (row) => [row.quota],
  },
  {
    insert: adding('model_hours', ['created_at', 'model_name'], [], measured),
    keys: (row) => [startOf(hour, row), row.model_name],
    sums: measure,
  },
  {
    insert: adding('token_days', ['token_id', 'created_at'], [], measured),
    keys: (row) => [row.token_id, startOf(day, row)],
    sums: measure,
    skip: (row) => row.token_id === 0, // the playground pays without a token
  },
];

/** One dimension at a time: a row for each channel and model would be several times as many in each batch. */
function marginBy(dimension: MarginDimension, nameOf: (row: LogValues) => string): Rollup {
  return {
    insert: insertMargin,
    keys: (row) => [dimension, nameOf(row), startOf(day, row)],
    sums: ({ quota, provider_cost }) => [1, quota, provider_cost ?? 0],
  };
}

const insertMargin = adding(
  'margin_sums',
  ['dimension', 'name', 'created_at'],
  [],
  ['count', 'quota', 'provider_cost'],
);

/** In the order of their names, as the rows of each are. */
const margins: readonly Rollup[] = [
  marginBy('channel', (row) => String(row.channel_id)),
  marginBy('day', () => ''),
  marginBy('group', (row) => row.group),
  marginBy('model', (row) => row.model_name),
];
