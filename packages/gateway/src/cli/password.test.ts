import { getSelf, login } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/app.ts';
import { passwordCommand } from './password.ts';

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.close();
});

async function run(...order: string[]): Promise<string> {
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await passwordCommand(app.ctx.config, order);
  return printed.mock.calls.join('');
}

async function countSessions(userId: number) {
  const rows = await app.ctx.db
    .selectFrom('sessions')
    .select('id_hash')
    .where('user_id', '=', userId)
    .execute();
  return rows.length;
}

test('a user who lost the password signs in with the one that the command prints', async () => {
  const { id } = app.people.root;
  await app.as('root').get(getSelf, {});
  expect(await countSessions(id)).toBeGreaterThan(0);
  const output = await run('root');
  const [, password = ''] = /^New password of root: (\S{20})$/m.exec(output) ?? [];
  expect(await countSessions(id)).toBe(0);
  const visitor = app.as('visitor');
  expect((await visitor.call(login, { username: 'root', password })).body).toMatchObject({ success: true });
});

test('the command names a user that does not exist, and needs a name', async () => {
  await expect(run('missing-user')).rejects.toThrow('There is no user missing-user');
  await expect(run()).rejects.toThrow('tollgate password USERNAME');
});
