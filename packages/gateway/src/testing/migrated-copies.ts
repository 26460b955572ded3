import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import type { RowDataPacket } from 'mysql2/promise';
import { connect } from '../db/connect.ts';
import { migrate } from '../db/migrate.ts';
import { administer } from './database-servers.ts';
import type { ServerKind } from './server-programs.ts';

const templates = new Map<ServerKind, Promise<string>>();

/**
 * Creates a database with all tables on a server. Migrating takes seconds there, so each test process does it
 * once and copies the result.
 *
 * @param url of the server, without a database
 */
export async function createMigrated(kind: ServerKind, url: string, name: string): Promise<void> {
  const template = templates.get(kind) ?? createTemplate(kind, url);
  templates.set(kind, template);
  if (kind === 'postgres') {
    await administer(kind, url, `CREATE DATABASE ${name} TEMPLATE ${await template}`);
    return;
  }
  const statements = await template;
  await administer(kind, url, `CREATE DATABASE ${name}`);
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ uri: `${url}/${name}`, multipleStatements: true });
  await connection.query(statements).finally(() => connection.end());
}

/** Returns the name of the template, on MySQL the statements that copy it. */
async function createTemplate(kind: ServerKind, url: string): Promise<string> {
  const name = `template_${randomBytes(6).toString('hex')}`;
  await administer(kind, url, `CREATE DATABASE ${name}`);
  const connection = await connect({ databaseUrl: `${url}/${name}`, dataDir: tmpdir() });
  await migrate(connection);
  await connection.close();
  return kind === 'postgres' ? name : listCopyStatements(url, name);
}

async function listCopyStatements(url: string, template: string): Promise<string> {
  const { createConnection } = await import('mysql2/promise');
  const connection = await createConnection({ uri: url });
  const select = async (columns: string, table: string, schema: string) => {
    const statement = `SELECT ${columns} FROM information_schema.${table} WHERE ${schema} = ?`;
    return (await connection.query<RowDataPacket[]>(statement, [template]))[0];
  };
  const tables = await select('table_name AS name', 'tables', 'table_schema');
  const triggers = await select(
    `trigger_name AS name, action_timing AS timing, event_manipulation AS event, event_object_table AS owner,
      action_statement AS body`,
    'triggers',
    'trigger_schema',
  );
  await connection.end();
  return [
    ...tables.flatMap(({ name }) => [
      `CREATE TABLE \`${name}\` LIKE \`${template}\`.\`${name}\``,
      `INSERT INTO \`${name}\` SELECT * FROM \`${template}\`.\`${name}\``,
    ]),
    ...triggers.map(
      ({ name, timing, event, owner, body }) =>
        `CREATE TRIGGER \`${name}\` ${timing} ${event} ON \`${owner}\` FOR EACH ROW ${body}`,
    ),
  ].join(';\n');
}
