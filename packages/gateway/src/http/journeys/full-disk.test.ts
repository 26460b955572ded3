import { getSelf, listTokens } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as sessions from '../../modules/identity/repository/sessions.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';

const DAY = 24 * 3600;
let app: TestApp;
let clock: number;
let user: ReturnType<TestApp['as']>;

beforeEach(async () => {
  clock = Date.UTC(2026, 0, 1);
  app = await buildTestApp({ now: () => clock });
  user = app.as('user');
  await user.call(getSelf, {});
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

/** Makes every write to the table of sessions fail. A real full disk would fail writes to any table. */
function fillDisk(): void {
  for (const write of ['insert', 'touch', 'remove'] as const)
    vi.spyOn(sessions, write).mockImplementation(async () => {
      throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
    });
}

test('a signed-in user reads the console when the disk is full and the session was idle', async () => {
  const before = await user.call(getSelf, {});
  fillDisk();
  clock += 1000 * 600;
  const { status, body } = await user.call(getSelf, {});
  expect([status, body.data]).toEqual([200, before.body.data]);
  expect((await user.call(listTokens, {})).status).toBe(200);
});

test('an expired session is refused with 401 when the disk is full', async () => {
  fillDisk();
  clock += 1000 * 31 * DAY;
  expect((await user.callLoosely(getSelf, {})).status).toBe(401);
});
