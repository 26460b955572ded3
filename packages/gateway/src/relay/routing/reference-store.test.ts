import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../log.ts';
import { findDatabase, type OpenDatabase } from '../../testing/databases.ts';
import { withStatementHook } from '../../testing/statement-hook.ts';
import { ReferenceStore } from './reference-store.ts';

const SLOW_MS = 300;
const owner = { channelId: 7, keyHash: '' };
let opened: OpenDatabase;

beforeEach(async () => {
  opened = await findDatabase('sqlite')!.open();
});
afterEach(() => opened.dispose());

test('another gateway finds what was made while a slow save was running', async () => {
  let saves = 0;
  const slow = withStatementHook(opened.db, async () => {
    saves += 1;
    await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
  });
  const [here, there] = [storeOn(slow), storeOn(opened.db)];
  here.rememberMade(1, 'resp_first', owner);
  await expect.poll(() => saves).toBe(1);
  here.rememberMade(1, 'resp_second', owner);
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS / 2)); // its time to save comes meanwhile
  expect(await there.find(1, 'resp_second')).toEqual(owner);
  await here.close();
});

function storeOn(db: OpenDatabase['db']): ReferenceStore {
  return new ReferenceStore({ db, log: createLog('silent'), now: () => Date.now() });
}
