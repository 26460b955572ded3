import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** Number of rows of each kind. */
export interface Amounts {
  users: number;
  tokens: number;
  codes: number;
  calls: number;
  models: number;
  drawings: number;
  tasks: number;
}

const years: Amounts = {
  users: 1000,
  tokens: 5000,
  codes: 10_000,
  calls: 20_000,
  models: 2000,
  drawings: 200,
  tasks: 200,
};

/**
 * Fills the database of a data folder, also while its gateway runs. On the command line: `DATA_DIR=… node
 * packages/e2e/src/seed.ts`, with `DATABASE_URL` if the gateway has one.
 */
export async function seed(env: NodeJS.ProcessEnv, amounts: Partial<Amounts> = {}): Promise<void> {
  const program = path.resolve(import.meta.dirname, '../../gateway/src/testing/seed.ts');
  const wanted = Object.entries({ ...years, ...amounts }).flatMap(([name, count]) => [
    `--${name}`,
    `${count}`,
  ]);
  const child = spawn(process.execPath, [program, ...wanted], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`seeding ended with ${code}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await seed({});
