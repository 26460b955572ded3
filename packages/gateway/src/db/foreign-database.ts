import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import type { DatabaseAddress } from './address.ts';

/** A row of somebody else's table. What a column holds depends on the database and its driver. */
export type ForeignRow = Readonly<Record<string, unknown>>;

/** A database of another product, only read. */
export interface ForeignDatabase {
  hasTable(table: string): Promise<boolean>;
  /** The names of all tables. */
  tables(): Promise<string[]>;
  count(table: string): Promise<number>;
  /** Rows behind the one whose `key` is `after`, in the order of the key. */
  page(table: string, key: string, after: string | number | undefined, limit: number): Promise<ForeignRow[]>;
  /** Rows whose `column` has one of these values. */
  find(table: string, column: string, values: readonly string[]): Promise<ForeignRow[]>;
  close(): Promise<void>;
}

/** @throws for a file that is not there or no database; the server's own error for a server */
export async function openForeign(address: DatabaseAddress): Promise<ForeignDatabase> {
  if (address.kind === 'sqlite') return openFile(address.file);
  return address.kind === 'postgres' ? openPostgres(address.url) : openMysql(address.url);
}

type Query = (text: string, values: readonly unknown[]) => Promise<ForeignRow[]>;

interface Driver {
  readonly query: Query;
  readonly quote: (name: string) => string;
  /** The placeholder of a value, counted from 1. */
  readonly placeholder: (position: number) => string;
  /** Selects the names of all tables. */
  readonly tableQuery: string;
  readonly tableColumn: string;
  close(): Promise<void>;
}

function toDatabase({ query, quote, placeholder, tableQuery, tableColumn, close }: Driver): ForeignDatabase {
  return {
    async tables() {
      return (await query(tableQuery, [])).map((row) => String(row[tableColumn]));
    },
    async hasTable(table) {
      return (await query(`${tableQuery} and ${tableColumn} = ${placeholder(1)}`, [table])).length > 0;
    },
    async count(table) {
      const [row] = await query(`select count(*) as n from ${quote(table)}`, []);
      return Number(row?.n ?? 0);
    },
    page(table, key, after, limit) {
      const behind = after === undefined ? '' : ` where ${quote(key)} > ${placeholder(1)}`;
      return query(
        `select * from ${quote(table)}${behind} order by ${quote(key)} limit ${limit}`,
        after === undefined ? [] : [after],
      );
    },
    async find(table, column, values) {
      if (values.length === 0) return [];
      const places = values.map((_, index) => placeholder(index + 1)).join(', ');
      return query(`select * from ${quote(table)} where ${quote(column)} in (${places})`, values);
    },
    close,
  };
}

const double = (name: string) => `"${name.replaceAll('"', '""')}"`;

function openFile(file: string): ForeignDatabase {
  if (!existsSync(file)) throw new Error(`There is no file ${file}`);
  const database = new Database(file, { readonly: true, fileMustExist: true });
  try {
    database.prepare('select 1 from sqlite_master').get();
  } catch (cause) {
    database.close();
    if ((cause as { code?: unknown }).code !== 'SQLITE_NOTADB') throw cause;
    throw new Error(`${file} is not a SQLite database`, { cause });
  }
  return toDatabase({
    query: async (text, values) => database.prepare(text).all(...values) as ForeignRow[],
    quote: double,
    placeholder: () => '?',
    tableQuery: "select name from sqlite_master where type = 'table'",
    tableColumn: 'name',
    close: async () => {
      database.close();
    },
  });
}

async function openPostgres(url: string): Promise<ForeignDatabase> {
  const { Client, types } = (await import('pg')).default;
  // The driver takes times without a zone for those of this machine; products write them in UTC.
  const getTypeParser = ((oid: number, format?: 'text') =>
    oid === TIMESTAMP ? String : types.getTypeParser(oid, format)) as typeof types.getTypeParser;
  const settings = { connectionString: url, connectionTimeoutMillis: CONNECT_MS };
  const client = new Client({ ...settings, types: { getTypeParser } });
  await client.connect();
  return toDatabase({
    query: async (text, values) => (await client.query(text, [...values])).rows as ForeignRow[],
    quote: double,
    placeholder: (position) => `$${position}`,
    tableQuery:
      "select table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = any(current_schemas(false))",
    tableColumn: 'table_name',
    close: () => client.end(),
  });
}

async function openMysql(url: string): Promise<ForeignDatabase> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({
    uri: url,
    connectTimeout: CONNECT_MS,
    supportBigNumbers: true,
    decimalNumbers: true,
    dateStrings: true,
  });
  return toDatabase({
    query: async (text, values) => (await connection.query(text, [...values]))[0] as ForeignRow[],
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    placeholder: () => '?',
    // MySQL 8 would call the column TABLE_NAME.
    tableQuery:
      "select table_name as table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = database()",
    tableColumn: 'table_name',
    close: () => connection.end(),
  });
}

const CONNECT_MS = 10_000;
/** The type of a time without a zone. */
const TIMESTAMP = 1114;
