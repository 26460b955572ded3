import { afterAll, beforeAll, expect, test } from 'vitest';
import { transact } from '../../core/context.ts';
import { audit } from '../../ledger/index.ts';
import { findBalance } from '../../ledger/post.ts';
import { buildTestApp, type TestApp } from '../../testing/app.ts';
import { callContext, makeUser } from '../../testing/factories.ts';
import { adjustQuota } from './adjust-quota.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

// @spec E056
test('a correction by an administrator moves the balance and is in the ledger, the log and the audit log', async () => {
  const user = await makeUser(app.ctx, { quota: 1_000_000 });
  const ctx = callContext(app.ctx, app.people.admin, 10);

  await transact(ctx, (tx) => adjustQuota(tx, user.id, -1_500_000, 'edited'));
  await transact(ctx, (tx) => adjustQuota(tx, user.id, 100, 'edited'));

  expect((await findBalance(app.ctx.db, { ownerType: 'user', ownerId: user.id }))?.balance).toBe(-499_900);
  const notes = await app.ctx.logDb.selectFrom('logs').selectAll().where('user_id', '=', user.id).execute();
  expect(notes.map(({ type, username, content }) => [type, username, content])).toEqual([
    [3, user.username, 'An administrator changed the quota from $2.000000 to -$1.000000'],
    [3, user.username, 'An administrator changed the quota from -$1.000000 to -$0.999800'],
  ]);
  const auditRows = await app.ctx.db
    .selectFrom('audit_log')
    .select(['actor_name', 'before', 'after'])
    .where('target', '=', `user:${user.id}`)
    .orderBy('id')
    .execute();
  expect(auditRows[0]).toEqual({
    actor_name: 'admin',
    before: '{"quota":1000000}',
    after: '{"quota":-500000,"reason":"edited"}',
  });
  expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
});

test('a correction that is rolled back leaves no money and no rows', async () => {
  const user = await makeUser(app.ctx, { quota: 5 });
  const ctx = callContext(app.ctx, app.people.admin, 10);
  const adjustment = transact(ctx, async (tx) => {
    await adjustQuota(tx, user.id, 7, 'edited');
    throw new Error('refused');
  });

  await expect(adjustment).rejects.toThrow('refused');
  expect((await findBalance(app.ctx.db, { ownerType: 'user', ownerId: user.id }))?.balance).toBe(5);
  await app.ctx.ledger.deliver();
  expect(
    await app.ctx.logDb.selectFrom('logs').select('id').where('user_id', '=', user.id).execute(),
  ).toEqual([]);
});
