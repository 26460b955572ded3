import { describe, expect, test } from 'vitest';
import { type CallContext, transact } from '../../core/context.ts';
import { buildTestApp } from '../../testing/app.ts';
import { describeDatabases } from '../../testing/databases.ts';
import { callContext } from '../../testing/factories.ts';
import { anchorChain, verifyChain } from './audit-chain.ts';
import { changesOf, isSecretName } from './audit-fields.ts';
import { recordAction } from './audit-log.ts';
import * as table from './repository/audit-log.ts';

describeDatabases('audit log', (database) => {
  test('rows of many concurrent writers form one unbroken chain, and a rollback leaves no row', async () => {
    const { ctx, close } = await open();
    const transactions = Array.from({ length: 40 }, (_, number) =>
      transact(ctx, async (tx) => {
        recordAction(tx, { action: 'option.update', target: `option:${number}`, after: { number } });
        recordAction(tx, { action: 'option.update', target: `option:${number}`, after: { again: number } });
        if (number % 4 === 0) throw new Error('refused');
      }).catch(() => undefined),
    );
    await Promise.all(transactions);

    expect(await verifyChain(ctx.db)).toMatchObject({ rows: 60, broken: undefined });
    const rows = await table.list(ctx.db, {}, { offset: 0, limit: 100 });
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index));
    expect(new Set(rows.map(({ actor_name }) => actor_name))).toEqual(new Set(['admin']));
    await close();
  });

  test('writers that change the same rows in opposite order never deadlock', async () => {
    const { ctx, close } = await open();
    const topics = ['users', 'channels'] as const;
    const touch = (number: number) =>
      transact(ctx, async (tx) => {
        const [topic] = number % 2 ? topics : [...topics].reverse();
        recordAction(tx, { action: 'a.b', target: String(number) });
        await tx.revisions.bump(tx.db, topic ?? 'users');
      });
    await transact(ctx, (tx) => tx.revisions.bump(tx.db, ...topics));
    await Promise.all(Array.from({ length: 24 }, (_, number) => touch(number)));

    expect(await verifyChain(ctx.db)).toMatchObject({ rows: 24, broken: undefined });
    await close();
  });

  test('a row can be neither changed nor removed, and the chain misses a row that is cut off the end', async () => {
    const { ctx, close } = await open();
    await record(ctx, 1);
    await record(ctx, 2);

    await expect(ctx.db.updateTable('audit_log').set({ after: '{}' }).execute()).rejects.toThrow(
      'append-only',
    );
    await expect(ctx.db.deleteFrom('audit_log').execute()).rejects.toThrow('append-only');
    await ctx.db.updateTable('audit_head').set({ last_id: 3 }).execute();
    expect((await verifyChain(ctx.db)).broken).toBe('row 2 is the last, but row 3 was written');
    await close();
  });

  async function open() {
    const app = await buildTestApp({ database: await database.create(), setUp: false });
    const ctx = callContext(app.ctx, { id: 7, username: 'admin' }, 10);
    return { ctx, close: app.close };
  }
});

test('a row that was rewritten behind the gateway breaks the chain at that row', async () => {
  const app = await buildTestApp({ setUp: false });
  const ctx = callContext(app.ctx, { id: 7, username: 'admin' }, 10);
  for (const number of [1, 2, 3]) await record(ctx, number);
  await ctx.db.schema.createTable('copy').as(ctx.db.selectFrom('audit_log').selectAll()).execute();
  await ctx.db.schema.dropTable('audit_log').execute();
  await ctx.db.schema.alterTable('copy').renameTo('audit_log').execute();

  await ctx.db.updateTable('audit_log').set({ actor_id: 8 }).where('id', '=', 2).execute();
  expect((await verifyChain(ctx.db)).broken).toBe('row 2 was changed');
  await ctx.db.deleteFrom('audit_log').where('id', '=', 2).execute();
  expect((await verifyChain(ctx.db)).broken).toBe('row 2 is missing');
  await app.close();
});

test('the end of the chain is written to the process log, where a rewritten database does not reach', async () => {
  let logged = '';
  const write = (line: string) => {
    logged += line;
  };
  const app = await buildTestApp({ setUp: false, log: { write } });
  await record(callContext(app.ctx, { id: 7, username: 'admin' }, 10), 1);

  await anchorChain(app.ctx);
  expect(logged).toContain((await verifyChain(app.ctx.db)).head);
  await app.close();
});

test('recordAction throws when there is no transaction', async () => {
  const app = await buildTestApp({ setUp: false });

  expect(() => recordAction(app.ctx, { action: 'a.b', target: 'c' })).toThrow('no transaction');
  await app.close();
});

describe('fields of a row', () => {
  test('unchanged fields are left out, also inside of JSON texts', () => {
    const before = { name: 'a', weight: 1, model_mapping: '{"x":"1","y":"2"}', tag: null };
    const after = { name: 'b', weight: 1, model_mapping: '{"x":"1","y":"3"}', tag: null };

    const { before: was, after: is } = changesOf(before, after);

    expect(JSON.parse(was)).toEqual({ name: 'a', model_mapping: { y: '2' } });
    expect(JSON.parse(is)).toEqual({ name: 'b', model_mapping: { y: '3' } });
  });

  test('a secret shows only that it changed, however deep it is', () => {
    const secret = 'canary-4711';
    const before = { key_sealed: '', SMTPToken: secret, setting: `{"webhook_secret":"${secret}"}` };
    const after = {
      key_sealed: secret,
      SMTPToken: `${secret}2`,
      setting: `{"webhook_secret":"${secret}3"}`,
      param_override: `{"headers":{"Authorization":"Bearer ${secret}"}}`,
      base_url: `https://name:${secret}@host.example`,
    };

    const { before: was, after: is } = changesOf(before, after);

    expect(was + is).not.toContain(secret);
    expect(JSON.parse(is)).toMatchObject({ key_sealed: '[secret]', SMTPToken: '[secret]' });
    expect(JSON.parse(was).key_sealed).toBe('');
  });

  test('isSecretName accepts names of secrets and rejects similar names', () => {
    const secret = ['key', 'EpayKey', 'oidc.client_secret', 'access_token', 'SMTPToken', 'password_hash'];
    const open = [
      'keyword',
      'max_tokens',
      'token_name',
      'TopUpLink',
      'model_limits',
      'username',
      'multi_key_mode',
    ];

    expect(secret.filter((name) => !isSecretName(name))).toEqual([]);
    expect(open.filter(isSecretName)).toEqual([]);
  });

  test('a created or deleted row has one side', () => {
    expect(changesOf(undefined, { name: 'a' })).toEqual({ before: '', after: '{"name":"a"}' });
    expect(changesOf({ name: 'a' }, undefined)).toEqual({ before: '{"name":"a"}', after: '' });
  });
});

function record(ctx: CallContext, number: number): Promise<void> {
  return transact(ctx, async (tx) =>
    recordAction(tx, { action: 'option.update', target: `option:${number}`, after: { number } }),
  );
}
