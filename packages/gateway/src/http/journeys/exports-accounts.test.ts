import {
  createRedemptions,
  exportAudit,
  exportChannels,
  exportOwnEntries,
  exportOwnTopUps,
  exportRedemptions,
  exportUserEntries,
  exportUsers,
  type FileEndpoint,
} from '@tollgate/contract';
import { expect, test } from 'vitest';
import { type Actor, buildTestApp, type TestApp } from '../../testing/app.ts';
import { createClient } from '../../testing/client.ts';
import { parseCsv } from '../../testing/csv.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { makeChannel, makeUser } from '../../testing/factories.ts';

describeDatabases('exports of accounts and supply', (database) => {
  test('each export has the rows of its list filters, and no key, code or password hash', async () => {
    const app = await buildTestApp({ database: await database.create() });
    const admin = app.as('admin');

    await makeChannel(app.ctx, {
      name: 'East',
      key: 'sk-canary-0123456789',
      group: 'default',
      models: 'm1,m2',
    });
    await makeChannel(app.ctx, { name: 'West', models: 'm3' });
    const channels = await file(app, 'admin', exportChannels, { model: 'm1' });
    expect(parseCsv(channels)).toEqual([
      expect.objectContaining({ name: 'East', models: 'm1,m2', used_quota: '0' }),
    ]);

    await makeUser(app.ctx, {
      username: '=evil',
      password: 'correct horse',
      quota: 700,
      email: 'e@example.com',
    });
    const users = await file(app, 'admin', exportUsers, { keyword: 'evil' });
    expect(parseCsv(users)).toEqual([
      expect.objectContaining({ username: "'=evil", quota: '700', deleted_time: '' }),
    ]);
    expect(parseCsv(await file(app, 'admin', exportUsers))).toHaveLength(5);

    const [code = ''] = await admin.get(createRedemptions, { name: 'spring', quota: 5, count: 3 });
    const codes = await file(app, 'admin', exportRedemptions, { keyword: 'spr', status: 1 });
    expect(parseCsv(codes).map(({ quota }) => quota)).toEqual(['5', '5', '5']);

    const order = {
      user_id: app.people.user.id,
      amount: 2,
      money: 14.6,
      trade_no: 'T1',
      create_time: 60,
      status: 'pending',
    };
    await app.ctx.db.insertInto('top_ups').values(order).execute();
    const orders = parseCsv(await file(app, 'user', exportOwnTopUps));
    expect(orders).toEqual([expect.objectContaining({ trade_no: 'T1', money: '14.6', completed_time: '' })]);
    expect(parseCsv(await file(app, 'other', exportOwnTopUps))).toEqual([]);

    const audit = await file(app, 'root', exportAudit);
    const rows = parseCsv(audit);
    expect(rows.map(({ id }) => Number(id))).toEqual(rows.map((_, index) => index + 1));
    expect(rows.map(({ action }) => action)).toContain('export');
    const own = parseCsv(await file(app, 'root', exportAudit, { action: 'export', actor: 'admin' }));
    expect(own.map(({ target }) => target)).toEqual(['channels', 'users', 'users', 'redemptions']);

    for (const text of [channels, users, codes, audit]) {
      expect(text).not.toMatch(/canary|argon2|\$2a\$/);
      expect(text).not.toContain(code);
    }
    await app.close();
  });

  test('a statement explains each balance to its owner and to users with a higher role', async () => {
    const app = await buildTestApp({ database: await database.create() });
    const rich = await makeUser(app.ctx, { username: 'rich', quota: 900 });
    const client = createClient(app.app, app.ctx, rich);
    const own = parseCsv((await client.callLoosely(exportOwnEntries, {})).text);
    expect(own).toEqual([
      expect.objectContaining({ id: '1', kind: 'grant', amount: '900', balance_after: '900' }),
    ]);
    expect(parseCsv(await file(app, 'admin', exportUserEntries, { id: rich.id }))).toEqual(own);
    expect(parseCsv(await file(app, 'admin', exportUserEntries, { id: rich.id, kind: 'usage' }))).toEqual([]);

    const above = await app.as('admin').callLoosely(exportUserEntries, { id: app.people.root.id });
    expect(above.body).toMatchObject({ success: false, code: 'user_above' });
    const missing = await app.as('admin').callLoosely(exportUserEntries, { id: 999_999 });
    expect(missing.body).toMatchObject({ success: false, code: 'user_not_found' });
    await app.close();
  });
});

async function file(app: TestApp, who: Actor, endpoint: FileEndpoint, query = {}): Promise<string> {
  const { text, headers } = await app.as(who).callLoosely(endpoint, query);
  expect(headers['content-disposition'], text).toMatch(
    /^attachment; filename="tollgate-[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/,
  );
  return text;
}
