import { LogType } from '@tollgate/contract';
import { sql } from 'kysely';
import { adding, insertMany } from '../../db/bulk.ts';
import { flavorOf } from '../../db/portable.ts';
import type { LogDb } from '../../db/schema.ts';
import {
  addEarlierHours,
  type EarlierHour,
} from '../../modules/usage/repository/clickhouse/earlier-usage.ts';
import { fillSums, recordRows } from '../../modules/usage/repository/fill-sums.ts';
import type { NewLogRow } from '../../modules/usage/repository/logs.ts';
import type { ImportRun, Step } from './run-steps.ts';
import { Fields } from './values.ts';

const HOUR = 3600;

/**
 * Rows keep their order. A row has an id of its own and no billing basis: it is known to come from elsewhere, so
 * the audit expects no entry for it.
 */
export const logStep: Step = {
  name: 'usage log',
  table: 'logs',
  key: 'id',
  isLog: true,
  batch: 10_000,
  finish: ({ ctx }) => fillSums(ctx.logDb),
  async write({ ctx, kind }, _, rows) {
    await recordRows(
      ctx.logDb,
      rows.map((row) => toLogRow(kind, new Fields(row))),
    );
    return rows.length;
  },
};

function toLogRow(kind: ImportRun['kind'], fields: Fields): NewLogRow {
  const elapsedMs = fields.whole('elapsed_time');
  return {
    request_id: `${kind}-${fields.whole('id')}`,
    user_id: fields.whole('user_id'),
    created_at: fields.whole('created_at'),
    type: typeOf(fields.whole('type')),
    content: fields.text('content'),
    username: fields.text('username'),
    token_name: fields.text('token_name'),
    model_name: fields.text('model_name'),
    quota: fields.whole('quota'),
    prompt_tokens: fields.whole('prompt_tokens'),
    completion_tokens: fields.whole('completion_tokens'),
    use_time: fields.whole('use_time') || Math.round(elapsedMs / 1000),
    duration_ms: elapsedMs,
    is_stream: fields.flag('is_stream'),
    channel_id: fields.whole('channel_id') || fields.whole('channel'),
    token_id: fields.whole('token_id'),
    group: fields.text('group'),
    billing_basis: '',
    other: fields.text('other'),
  };
}

/** Refunds of later versions are notes of the system here. */
function typeOf(type: number): number {
  return type === 6 ? LogType.system : type;
}

/** Hours of which the log has no calls: the others follow from its rows. */
export const hourStep: Step = {
  name: 'usage by hour',
  table: 'quota_data',
  key: 'id',
  async begin({ ctx }) {
    if (flavorOf(ctx.logDb) === 'clickhouse') return; // What is written again replaces itself.
    const logged = await listLoggedHours(ctx.logDb);
    for (const table of ['quota_data', 'model_hours'] as const) {
      const rows = await ctx.logDb.selectFrom(table).select('created_at').distinct().execute();
      const added = rows.map(({ created_at }) => Number(created_at)).filter((hour) => !logged.has(hour));
      for (let at = 0; at < added.length; at += HOURS_AT_ONCE)
        await ctx.logDb
          .deleteFrom(table)
          .where('created_at', 'in', added.slice(at, at + HOURS_AT_ONCE))
          .execute();
    }
  },
  async write(run, _, rows) {
    const { ctx } = run;
    const logged = await loggedHoursOf(run);
    const hours = rows.map((row) => new Fields(row)).filter((fields) => !logged.has(hourOf(fields)));
    if (flavorOf(ctx.logDb) === 'clickhouse') {
      await addEarlierHours(ctx.logDb, hours.map(toEarlierHour));
      return hours.length;
    }
    const measures = (fields: Fields) => ['token_used', 'count', 'quota'].map((name) => fields.whole(name));
    await ctx.logDb.transaction().execute(async (tx) => {
      await insertMany(
        tx,
        addHours,
        hours.map((fields) => [
          fields.whole('user_id'),
          hourOf(fields),
          fields.text('model_name', 255),
          fields.text('username', 64),
          ...measures(fields),
        ]),
      );
      await insertMany(
        tx,
        addModelHours,
        hours.map((fields) => [hourOf(fields), fields.text('model_name', 255), ...measures(fields)]),
      );
    });
    return hours.length;
  },
};

function toEarlierHour(fields: Fields): EarlierHour {
  return {
    id: fields.whole('id'),
    hour: hourOf(fields),
    userId: fields.whole('user_id'),
    username: fields.text('username', 64),
    model: fields.text('model_name', 255),
    calls: fields.whole('count'),
    tokens: fields.whole('token_used'),
    quota: fields.whole('quota'),
  };
}

function hourOf(fields: Fields): number {
  const at = fields.whole('created_at');
  return at - (at % HOUR);
}

/** Read once in an import: nothing adds calls to the log meanwhile. */
function loggedHoursOf(run: ImportRun): Promise<ReadonlySet<number>> {
  const known = loggedHours.get(run) ?? listLoggedHours(run.ctx.logDb);
  loggedHours.set(run, known);
  return known;
}

const loggedHours = new WeakMap<ImportRun, Promise<ReadonlySet<number>>>();
const HOURS_AT_ONCE = 500;

/** One odd row, such as one from 1970, hides no more than its own hour. */
async function listLoggedHours(logDb: LogDb): Promise<ReadonlySet<number>> {
  const rows = await logDb
    .selectFrom('logs')
    .select(sql<number>`created_at - created_at % ${sql.lit(HOUR)}`.as('hour'))
    .distinct()
    .where('type', '=', LogType.consumption)
    .execute();
  return new Set(rows.map(({ hour }) => Number(hour)));
}

const measured = ['token_used', 'count', 'quota'];
const addHours = adding('quota_data', ['user_id', 'created_at', 'model_name'], ['username'], measured);
const addModelHours = adding('model_hours', ['created_at', 'model_name'], [], measured);
