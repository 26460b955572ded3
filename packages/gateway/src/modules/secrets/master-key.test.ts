import { chmodSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGateway } from '../../cli/open-gateway.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../../log.ts';
import { writeEmptyDatabases } from '../../testing/sqlite-template.ts';
import { findMasterKeys, generateMasterKey } from './master-key.ts';

let dataDir: string;
let file: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tollgate-key-'));
  file = join(dataDir, 'master.key');
  generateMasterKey(readConfig({ DATA_DIR: dataDir })).keep();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** Starts a gateway once. Returns the messages of its log. */
async function start(): Promise<string> {
  const lines: string[] = [];
  const log = createLog('debug', { write: (line: string) => void lines.push(line) });
  await (await openGateway(readConfig({ DATA_DIR: dataDir }), log)).close();
  return lines.join('');
}

test.each([0o644, 0o640, 0o604])(
  'the master key is closed to others at start when its mode is %o',
  async (mode) => {
    await writeEmptyDatabases(dataDir);
    chmodSync(file, mode);
    await start();
    expect(modeOf(file)).toBe('600');
  },
);

test('the log warns once when others could read the master key', async () => {
  await writeEmptyDatabases(dataDir);
  chmodSync(file, 0o644);
  expect((await start()).split('could be read by other users')).toHaveLength(2);
  expect(await start()).not.toContain('by other users');
});

test('a master key file that the operator names keeps its mode', () => {
  const named = join(dataDir, 'master.key');
  chmodSync(named, 0o440);
  const config = readConfig({ DATA_DIR: join(dataDir, 'elsewhere'), TOLLGATE_KEY_FILE: named });
  expect(findMasterKeys(config)?.keys[0]).toHaveLength(32);
  expect(modeOf(named)).toBe('440');
  expect(existsSync(join(dataDir, 'elsewhere'))).toBe(false);
});
