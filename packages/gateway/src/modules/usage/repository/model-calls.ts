import { LogType } from '@tollgate/contract';
import { sql } from 'kysely';
import type { LogDb } from '../../../db/schema.ts';

export interface ModelDay {
  model_name: string;
  /** Start of the day of UTC. */
  day: number;
  /** Start of the hour of the last served call of the day, or the time of the last failed one. */
  last: number;
}

/** The days on which a model was called: served calls by their hourly sums, failed ones by their rows. */
export async function listCalledDays(db: LogDb, since: number): Promise<ModelDay[]> {
  const served = db.selectFrom('model_hours').where('created_at', '>=', since);
  const failed = db
    .selectFrom('logs')
    .where('type', '=', LogType.error)
    .where('created_at', '>=', since)
    .where('model_name', '<>', '');
  const day = sql<number>`created_at - created_at % 86400`;
  const last = sql<number>`max(created_at)`;
  const rows = [
    ...(await served
      .select(['model_name', day.as('day'), last.as('last')])
      .groupBy(['model_name', day])
      .execute()),
    ...(await failed
      .select(['model_name', day.as('day'), last.as('last')])
      .groupBy(['model_name', day])
      .execute()),
  ];
  return rows.map((row) => ({ ...row, day: Number(row.day), last: Number(row.last) }));
}
