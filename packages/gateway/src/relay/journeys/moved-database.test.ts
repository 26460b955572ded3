import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { updateSelf } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOOK_MS } from '../../db/open-file.ts';
import { type RelayLab, START_QUOTA, startRelayLab } from '../../testing/relay.ts';

let lab: RelayLab;
const lines: string[] = [];
beforeEach(async () => {
  lines.length = 0;
  lab = await startRelayLab({ log: { write: (line) => void lines.push(line) } });
});
afterEach(() => lab.close());

/** Moves the database file away, until the gateway looks again, and returns how to move it back. */
async function moveAway(name = 'tollgate.db'): Promise<() => void> {
  const [file, elsewhere] = [join(lab.dataDir, name), join(lab.dataDir, 'moved')];
  renameSync(file, elsewhere);
  await setTimeout(LOOK_MS + 5);
  return () => renameSync(elsewhere, file);
}

test('a call is refused and reaches no provider when the database file was moved', async () => {
  const moveBack = await moveAway();
  const answer = await lab.chat();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]/);
  expect(lab.upstream.calls).toEqual([]);
  moveBack();
});

test('calls are served and booked again when the database file is back', async () => {
  const moveBack = await moveAway();
  expect((await lab.chat()).status).toBe(503);
  moveBack();
  expect((await lab.chat()).status).toBe(200);
  const { balance, rows } = await lab.booked();
  expect(rows).toHaveLength(1);
  expect(balance).toBe(START_QUOTA - (rows[0]?.quota ?? 0));
});

test('no empty database appears at the path when the database file was moved', async () => {
  const moveBack = await moveAway();
  await Promise.all(Array.from({ length: 20 }, () => lab.chat()));
  expect(readdirSync(lab.dataDir)).not.toContain('tollgate.db');
  moveBack();
});

test('a change in the console is refused with 503 when the database file was moved', async () => {
  const user = lab.as('user');
  await user.cookie(); // Signs in.
  const moveBack = await moveAway();
  const answer = await user.call(updateSelf, { display_name: 'New name' });
  expect([answer.status, answer.body.code]).toEqual([503, 'database_moved']);
  moveBack();
});

test('the log names the database file once when it was moved', async () => {
  const moveBack = await moveAway();
  for (let call = 0; call < 5; call += 1) await lab.chat();
  const file = join(lab.dataDir, 'tollgate.db');
  const sentences = lines.filter((line) => line.includes(`The database file ${file} was moved`));
  expect(sentences).toHaveLength(1);
  moveBack();
});

test('the row of a call reaches the usage log when its file is back', async () => {
  const moveBack = await moveAway('logs.db');
  expect((await lab.chat()).status).toBe(200);
  moveBack();
  expect((await lab.booked()).rows).toHaveLength(1);
});
