import { options } from '@tollgate/contract/options';
import type { Db } from '../../db/schema.ts';
import { readSetting } from '../identity/users/stored-setting.ts';
import * as table from './repository/sealed.ts';
import { sealedPlace } from './sealed-places.ts';

/** One sealed value of the database. */
export interface SealedValue {
  readonly column: table.SealedColumn;
  readonly row: table.SealedRow;
  readonly sealed: string;
  readonly place: string;
}

/** Returns the place that a value of this row is sealed for. */
const placeOf: Record<table.SealedColumn, (owner: string) => string> = {
  tokens: sealedPlace.tokenKey,
  channels: (id) => sealedPlace.channelKey(Number(id)),
  options: sealedPlace.option,
  proxies: (id) => sealedPlace.channelProxy(Number(id)),
  redemptions: sealedPlace.redemptionKey,
  webhooks: (id) => sealedPlace.webhookSecret(Number(id)),
  hashKeys: sealedPlace.hashKey,
  mails: sealedPlace.outboxPayload,
};

const secretOptions = Object.entries(options)
  .filter(([, option]) => option.secret)
  .map(([key]) => key);

/** Lists up to `limit` values of each sealed column, to test which master key opens them. */
export async function listSamples(db: Db, limit: number): Promise<SealedValue[]> {
  const samples: SealedValue[] = [];
  for (const column of table.sealedColumns) {
    const rows = await table.list(db, column, { limit, secretOptions });
    samples.push(...rows.flatMap((row) => toValue(column, row) ?? []));
  }
  return samples;
}

function toValue(column: table.SealedColumn, row: table.SealedRow): SealedValue | undefined {
  const sealed = column === 'webhooks' ? readSetting(row.text).webhook_secret_sealed : row.text;
  return sealed ? { column, row, sealed, place: placeOf[column](row.owner) } : undefined;
}

export { sealedColumns } from './repository/sealed.ts';

/** A position in the order of a column's rows. */
export interface Cursor {
  readonly column: table.SealedColumn;
  readonly after?: number | string;
}

/**
 * Lists values that do not begin with `prefix`, which names the key that sealed them. `next` is absent after the last
 * page of the column.
 */
export async function listOthers(db: Db, { column, after }: Cursor, prefix: string) {
  const page = { limit: PAGE, withoutPrefix: prefix, secretOptions, ...(after !== undefined && { after }) };
  const rows = await table.list(db, column, page);
  const values = rows.flatMap((row) => toValue(column, row) ?? []);
  const next: Cursor | undefined = rows.length < PAGE ? undefined : { column, after: rows.at(-1)?.id ?? 0 };
  return { values: values.filter(({ sealed }) => !sealed.startsWith(prefix)), next };
}

/** Stores another sealed text of the same value. Returns false when the row has changed since it was read. */
export function replaceSealed(db: Db, { column, row }: SealedValue, sealed: string): Promise<boolean> {
  const text =
    column === 'webhooks'
      ? JSON.stringify({ ...readSetting(row.text), webhook_secret_sealed: sealed })
      : sealed;
  return table.replace(db, column, row, text);
}

/** Rows of one transaction: few, because a running gateway may wait for them. */
const PAGE = 50;
