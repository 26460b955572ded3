import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { type Access, type CliClient, cliClients } from './cli-clients.ts';
import { installClients } from './install.ts';
import { type Vendor, vendors } from './vendors.ts';
import { CONTENT, FAREWELL, FILE, ORDER, planToWrite } from './writing-plan.ts';

const folder = path.resolve(import.meta.dirname, '../../../../../.cache/clients');
let paths: string[];
let lab: RelayLab;

beforeAll(async () => {
  const packages = new Set(Object.values(cliClients).map(({ from }) => from));
  paths = installClients(folder, [...packages]);
  lab = await startRelayLab({ quota: 1_000_000_000, channel: false });
  const models = Object.values(vendors).map(({ model }) => [model, 1]);
  await lab.option('ModelRatio', Object.fromEntries(models));
  for (const { model, type } of Object.values(vendors)) await lab.channel({ type, models: model });
}, 600_000);
afterAll(() => lab?.close());

describe.each(Object.entries<CliClient>(cliClients))('%s', (_, client) => {
  test.each(Object.entries<Vendor>(vendors))(
    'writes a file with a model of %s',
    async (_vendor, { model, script }) => {
      // Codex wants a home outside of the system's folder for temporary files.
      const base = mkdtempSync(path.join(folder, 'run-'));
      const access: Access = { ...lab, model, order: ORDER, folder: `${base}/work`, home: `${base}/home` };
      mkdirSync(access.folder);
      mkdirSync(access.home);
      lab.upstream.script = script((call) => planToWrite(access.folder, call));
      const output = await run(client, access);
      expect(output).toContain(FAREWELL);
      const file = path.join(access.folder, FILE);
      expect(existsSync(file) ? readFileSync(file, 'utf8') : output).toBe(CONTENT);
      rmSync(base, { recursive: true });
    },
    180_000,
  );
});

/** Runs a client to its end. Returns what it printed. */
function run(client: CliClient, access: Access): Promise<string> {
  const { command, args, env } = client.prepare(access);
  const { LANG = 'C.UTF-8', PATH = '' } = process.env;
  const child = spawn(command, args, {
    cwd: access.folder,
    env: { LANG, PATH: [...paths, PATH].join(':'), HOME: access.home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 170_000,
    killSignal: 'SIGKILL',
  });
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve) => child.once('close', () => resolve(Buffer.concat(pieces).toString('utf8'))));
}
