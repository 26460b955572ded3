import { sql } from 'kysely';
import { flavorOf, type UntypedDb } from './portable.ts';
import { hasTrigger } from './repeatable.ts';

/** Forbids updates and deletions of rows of this table, also by manual SQL. For migrations only. */
export async function makeAppendOnly(db: UntypedDb, table: string): Promise<void> {
  const flavor = flavorOf(db);
  const sentence = sql.lit(`rows of ${table} are append-only`);
  const on = sql.table(table);
  if (flavor === 'postgres') {
    const refuse = sql.id(`${table}_refuse`);
    await sql`create or replace function ${refuse}() returns trigger language plpgsql as
      $$ begin raise exception ${sentence}; end $$`.execute(db);
    const trigger = `${table}_append_only`;
    if (await hasTrigger(db, table, trigger)) return;
    await sql`create trigger ${sql.id(trigger)} before update or delete on ${on}
      for each row execute function ${refuse}()`.execute(db);
    return;
  }
  const refuse =
    flavor === 'sqlite'
      ? sql`begin select raise(abort, ${sentence}); end`
      : sql`signal sqlstate '45000' set message_text = ${sentence}`;
  const each = flavor === 'mysql' ? sql`for each row` : sql``;
  try {
    for (const change of ['update', 'delete'] as const) {
      const name = `${table}_no_${change}`;
      if (await hasTrigger(db, table, name)) continue;
      await sql`create trigger ${sql.id(name)} before ${sql.raw(change)} on ${on} ${each} ${refuse}`.execute(
        db,
      );
    }
  } catch (error) {
    // MySQL with a binary log allows triggers only to administrators. The gateway itself never changes such a
    // row.
    if ((error as { errno?: number }).errno !== triggersNeedAdministrator) throw error;
  }
}

const triggersNeedAdministrator = 1419;
