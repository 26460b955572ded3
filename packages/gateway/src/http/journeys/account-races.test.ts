import {
  bindEmail,
  getAffCode,
  getSelf,
  login,
  manageUser,
  register,
  requestPasswordReset,
  resetPassword,
  searchUsers,
  sendEmailCode,
  transferAffQuota,
  updateUser,
} from '@tollgate/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { audit } from '../../ledger/index.ts';
import * as accounts from '../../modules/billing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeUser } from '../../testing/factories.ts';
import { buildMailApp, type MailApp } from '../../testing/mail-app.ts';

const password = 'a long enough secret';

describeDatabases('concurrent account changes', (database) => {
  let app: MailApp;
  beforeAll(async () => {
    app = await buildMailApp({ database: await database.create() });
    await app.set({ QuotaForInviter: '100', QuotaForInvitee: '30', QuotaForNewUser: '5' });
  });
  afterAll(() => app?.close());

  const many = <T>(count: number, work: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));
  const successes = (answers: { body: { success: boolean } }[]) =>
    answers.filter(({ body }) => body.success).length;

  test('one of twelve concurrent registrations of one name succeeds', async () => {
    const answers = await many(12, () => app.as('visitor').call(register, { username: '名字🚦', password }));
    expect(successes(answers)).toBe(1);
    expect(answers.filter(({ body }) => body.code === 'username_taken')).toHaveLength(11);
    expect((await app.as('visitor').call(login, { username: '名字🚦', password })).body.success).toBe(true);
  });

  test('twelve concurrent invited registrations reward the inviter twelve times', async () => {
    const inviter = await makeUser(app.ctx, { username: 'host' });
    const host = createClient(app.app, app.ctx, inviter);
    const aff_code = await host.get(getAffCode, {});
    const answers = await many(12, (n) =>
      app.as('visitor').call(register, { username: `guest${n}`, password, aff_code }),
    );
    expect(successes(answers)).toBe(12);
    expect(await host.get(getSelf, {})).toMatchObject({
      aff_count: 12,
      aff_quota: 1200,
      aff_history_quota: 1200,
    });
    expect((await app.as('admin').get(searchUsers, { keyword: 'GUEST1' })).items[0]?.quota).toBe(35);
  });

  test('one of ten concurrent uses of an email code or a reset link succeeds', async () => {
    await app.as('visitor').get(sendEmailCode, { email: 'one@example.org' });
    const code = await app.codeFor('one@example.org');
    const bound = await many(10, (n) =>
      app.as(n % 2 ? 'user' : 'other').call(bindEmail, { email: 'one@example.org', code }),
    );
    expect(successes(bound)).toBe(1);

    await app.as('visitor').get(requestPasswordReset, { email: 'one@example.org' });
    const { text } = await app.mailTo('one@example.org', 1);
    const token = /token=(\w+)/.exec(text)?.[1] as string;
    const used = await many(10, () =>
      app.as('visitor').call(resetPassword, { email: 'one@example.org', token }),
    );
    expect(successes(used)).toBe(1);
    expect(used.filter(({ body }) => body.code === 'reset_link_wrong').length).toBe(9);
  });

  test('concurrent transfers move the invitation earnings once', async () => {
    const person = await makeUser(app.ctx, {});
    const owner = { type: 'aff', id: person.id } as const;
    await accounts.open(app.ctx, owner, { balance: 1_700_000, kind: 'import', by: 0 });
    const browser = createClient(app.app, app.ctx, person);
    const answers = await many(12, () => browser.call(transferAffQuota, { quota: 500_000 }));
    expect(successes(answers)).toBe(3);
    expect(await browser.get(getSelf, {})).toMatchObject({ quota: 1_500_000, aff_quota: 200_000 });
  });

  test('concurrent transfers, gifts of admins and edits from old forms lose no money', async () => {
    const person = await makeUser(app.ctx, {});
    const owner = { type: 'aff', id: person.id } as const;
    await accounts.open(app.ctx, owner, { balance: 3_000_000, kind: 'import', by: 0 });
    const browser = createClient(app.app, app.ctx, person);
    const done = await many(12, async (n) => {
      const edit = { id: person.id, quota: 1000, quota_before: 0 };
      const { body } =
        n % 2
          ? await browser.call(transferAffQuota, { quota: 500_000 })
          : await app.as('root').call(updateUser, edit);
      return body.success;
    });
    expect(done).toEqual(Array(12).fill(true));
    expect(await browser.get(getSelf, {})).toMatchObject({ quota: 3_006_000, aff_quota: 0 });
  });

  test('one of ten concurrent promotions of a user succeeds', async () => {
    const { id } = await makeUser(app.ctx, {});
    const answers = await many(10, () => app.as('root').call(manageUser, { id, action: 'promote' }));
    expect(
      answers.filter(({ body }) => !body.success).every(({ body }) => body.code === 'user_already_admin'),
    ).toBe(true);
    expect(successes(answers)).toBeGreaterThan(0);
  });

  test('the ledger audit passes afterwards', async () => {
    expect((await audit(app.ctx.db, app.ctx.logDb, { graceSeconds: 0 })).failures).toEqual([]);
  });
});
