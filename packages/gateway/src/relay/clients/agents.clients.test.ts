import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RelayLab, startRelayLab } from '../../testing/relay.ts';
import { adapt, type Guide, readGuide } from './guide.ts';
import { clientsFolder, install } from './install.ts';
import { type Vendor, vendors } from './vendors.ts';
import { CONTENT, FAREWELL, FILE, ORDER, planToWrite } from './writing-plan.ts';

const guides = ['codex-cli', 'claude-code', 'gemini-cli', 'opencode', 'aider'];
let lab: RelayLab;

beforeAll(async () => {
  lab = await startRelayLab({ quota: 1_000_000_000, channel: false });
  const models = Object.values(vendors).map(({ model }) => [model, 1]);
  await lab.option('ModelRatio', Object.fromEntries(models));
  for (const { model, type } of Object.values(vendors)) await lab.channel({ type, models: model });
});
afterAll(() => lab?.close());

describe.each(guides)('the guide to %s', (name) => {
  const guide = readGuide(name);
  let commands: string[];
  beforeAll(() => {
    commands = install(name, guide);
  }, 900_000);

  test('gives the agent the order of these tests', () => expect(guide.script).toContain(ORDER));

  test.each(Object.entries<Vendor>(vendors))(
    'leads to a file that a model of %s writes',
    async (_vendor, { model, script }) => {
      // Not in the system's folder for temporary files, where Codex refuses to have its home.
      const base = mkdtempSync(path.join(clientsFolder, 'run-'));
      const folder = path.join(base, 'work');
      lab.upstream.script = script((call) => planToWrite(folder, call));
      const output = await follow(guide, { base, folder, model, commands });
      expect(output).toContain(FAREWELL);
      const file = path.join(folder, FILE);
      expect((existsSync(file) ? readFileSync(file, 'utf8') : output).trim()).toBe(CONTENT);
      rmSync(base, { recursive: true });
    },
    300_000,
  );
});

interface Run {
  base: string;
  folder: string;
  model: string;
  commands: readonly string[];
}

/** Does what a guide says, with a home folder of its own. Returns what the commands printed. */
function follow(guide: Guide, { base, folder, model, commands }: Run): Promise<string> {
  const home = path.join(base, 'home');
  for (const each of [home, folder]) mkdirSync(each);
  const access = { url: lab.url, key: lab.key, model };
  for (const [title, text] of Object.entries(guide.files)) {
    const file = title.startsWith('~/') ? path.join(home, title.slice(2)) : path.join(folder, title);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, adapt(text, access));
  }
  const { LANG = 'C.UTF-8', PATH = '' } = process.env;
  const child = spawn('sh', ['-e', '-c', adapt(guide.script, access)], {
    cwd: folder,
    // Agents that refuse to run tools as root accept a sandbox.
    env: { LANG, PATH: [...commands, PATH].join(':'), HOME: home, IS_SANDBOX: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const stop = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), 280_000);
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => pieces.push(piece));
  return new Promise((resolve) =>
    child.once('close', () => {
      clearTimeout(stop);
      resolve(Buffer.concat(pieces).toString('utf8'));
    }),
  );
}
