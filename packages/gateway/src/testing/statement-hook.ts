import {
  type Kysely,
  type KyselyPlugin,
  type PluginTransformResultArgs,
  type QueryId,
  type QueryResult,
  sql,
  type UnknownRow,
} from 'kysely';
import { flavorOf } from '../db/portable.ts';

/** Calls `afterChange` with the text of each statement that changed something, before the next one. */
export function withStatementHook<S>(
  db: Kysely<S>,
  afterChange: (statement: string) => Promise<void> | void,
): Kysely<S> {
  const compiler = db.getExecutor();
  const texts = new WeakMap<QueryId, string>();
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const query = compiler.compileQuery(node, queryId);
      texts.set(queryId, `${query.sql} ${JSON.stringify(query.parameters)}`);
      return node;
    },
    async transformResult({ queryId, result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
      const statement = (texts.get(queryId) ?? '').trim();
      if (!/^(select|show|set|reset)\b/i.test(statement)) await afterChange(statement);
      return result;
    },
  };
  return db.withPlugin(plugin);
}

/** Returns every table, column, index and trigger of a database, as lines of text in a fixed order. */
export async function describeSchema<S>(db: Kysely<S>): Promise<string[]> {
  const own = flavorOf(db) === 'mysql' ? sql`database()` : sql`current_schema()`;
  const columns = sql`select concat_ws(' ', table_name, column_name, column_default, is_nullable, data_type,
      character_maximum_length, collation_name) as line
    from information_schema.columns where table_schema = ${own}`;
  const triggers = sql`select concat_ws(' ', event_object_table, trigger_name, event_manipulation) as line
    from information_schema.triggers where trigger_schema = ${own}`;
  const indexes =
    flavorOf(db) === 'mysql'
      ? sql`select concat_ws(' ', table_name, index_name, seq_in_index, column_name, non_unique) as line
          from information_schema.statistics where table_schema = ${own}`
      : sql`select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid, indisready) as line
          from pg_index join pg_class on pg_class.oid = indexrelid where relnamespace = current_schema()::regnamespace`;
  const lines: string[] = [];
  for (const query of [columns, triggers, indexes]) {
    const { rows } = await query.execute(db);
    lines.push(...rows.map((row) => (row as { line: string }).line));
  }
  return lines.sort();
}

/** Returns all rows of all tables except those of the migrations, as text. */
export async function describeData<S>(db: Kysely<S>): Promise<Record<string, string[]>> {
  const data: Record<string, string[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    if (name.includes('migration')) continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    data[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return data;
}
