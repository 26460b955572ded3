import { afterEach, beforeEach, vi } from 'vitest';
import { importCommand } from '../cli/import/import.ts';
import { readConfig } from '../config.ts';
import { connect } from '../db/connect.ts';
import type { UntypedDb } from '../db/portable.ts';
import { describeDatabases, type FreshDatabase } from './databases.ts';
import { makeLitellm, SALT_KEY } from './foreign-litellm.ts';

type Connection = Awaited<ReturnType<typeof connect>>;

export interface LitellmImport {
  /** Adds to what the installation of LiteLLM has. */
  change(work: (db: UntypedDb) => Promise<unknown>): Promise<void>;
  /** Imports, and returns the report. */
  take(...rest: string[]): Promise<string>;
  /** Reads what was taken over. */
  read<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/** Tests with an installation of LiteLLM and an empty gateway. */
export function describeLitellmImports(title: string, define: (lab: LitellmImport) => void): void {
  describeDatabases(title, (database) => {
    let source: FreshDatabase;
    let target: FreshDatabase;
    let output = '';
    beforeEach(async () => {
      [source, target] = [await database.createEmpty(), await database.create()];
      output = '';
      vi.stubEnv('LITELLM_SALT_KEY', SALT_KEY);
      vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
        output += String(text);
        return true;
      });
      await within(source, ({ db }) => makeLitellm(db as unknown as UntypedDb, 'https://provider.test'));
    });
    afterEach(async () => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
      await Promise.all([source.dispose(), target.dispose()]);
    });
    define({
      async change(work) {
        await within(source, ({ db }) => work(db as unknown as UntypedDb));
      },
      async take(...rest) {
        const address = source.options.databaseUrl ?? `${source.options.dataDir}/tollgate.db`;
        const { dataDir, databaseUrl } = target.options;
        await importCommand(readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }), [
          ...['litellm', address],
          ...rest,
        ]);
        return output;
      },
      read: (work) => within(target, work),
    });
  });
}

async function within<T>(
  { options }: FreshDatabase,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const connection = await connect(options);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}
