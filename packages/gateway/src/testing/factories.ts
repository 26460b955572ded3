import {
  type ChannelDraft,
  createChannel,
  createToken,
  type Token,
  type TokenDraft,
} from '@tollgate/contract';
import type { Insertable } from 'kysely';
import type { CallContext, Context } from '../core/context.ts';
import { transact } from '../core/context.ts';
import type { LogTable, UserTable } from '../db/schema.ts';
import * as accounts from '../modules/billing/accounts.ts';
import * as channels from '../modules/channels/channels.ts';
import { hashPassword, KNOWN_REQUESTER } from '../modules/identity/credentials/passwords.ts';
import * as users from '../modules/identity/repository/users.ts';
import * as tokens from '../modules/tokens/tokens.ts';
import * as logs from '../modules/usage/repository/logs.ts';

export interface MadeUser {
  id: number;
  username: string;
}

let counter = 0;

/** Makes a user with an account. `quota` in units; without a password the user cannot sign in by name. */
export async function makeUser(
  ctx: Context,
  {
    password,
    quota = 0,
    ...columns
  }: Partial<Insertable<UserTable>> & { password?: string; quota?: number } = {},
): Promise<MadeUser> {
  const username = columns.username ?? `user${++counter}`;
  const password_hash = password ? await hashPassword(password, KNOWN_REQUESTER) : '';
  const created_at = Math.floor(ctx.now() / 1000);
  return transact(ctx, async (tx) => {
    const row = { created_at, password_hash, ...columns, username };
    const id = await users.insert(tx.db, row);
    await accounts.open(tx, { type: 'user', id }, { balance: quota, kind: 'grant', by: 0 });
    return { id, username };
  });
}

/** Makes a token of a user, with the service that the console uses. */
export function makeToken(ctx: Context, owner: MadeUser, draft: Partial<TokenDraft> = {}): Promise<Token> {
  const input = createToken.input.parse({ name: 'token', unlimited_quota: true, ...draft });
  return tokens.create(callContext(ctx, owner, 1), input);
}

/** Makes one enabled channel. Returns its id. */
export async function makeChannel(ctx: Context, draft: Partial<ChannelDraft> = {}): Promise<number> {
  const input = createChannel.input.parse({
    type: 1,
    name: `channel${++counter}`,
    key: `sk-upstream-${counter}-0123456789`,
    models: 'gpt-4o,gpt-4o-mini',
    ...draft,
  });
  await channels.create(callContext(ctx, { id: 0, username: 'test' }, 100), input);
  const newest = await ctx.db
    .selectFrom('channels')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return newest.id;
}

/** Makes one enabled channel with several keys. Returns its id. */
export async function makeKeyring(
  ctx: Context,
  keys: readonly string[],
  draft: Partial<ChannelDraft> = {},
): Promise<number> {
  const id = await makeChannel(ctx, draft);
  await channels.update(callContext(ctx, { id: 0, username: 'test' }, 100), { id, key: keys.join('\n') });
  return id;
}

/** Makes rows of the usage log: by default consumption of one unit. */
export async function makeLogs(ctx: Context, rows: readonly Partial<Insertable<LogTable>>[]): Promise<void> {
  const created_at = Math.floor(ctx.now() / 1000);
  const defaults = { user_id: 1, type: 2, quota: 1, created_at };
  await logs.record(
    ctx.logDb,
    rows.map((row) => ({ request_id: `request-${++counter}`, ...defaults, ...row })),
  );
}

/** Returns the context of a request of this user. */
export function callContext(ctx: Context, person: MadeUser, role: number): CallContext {
  const caller = { ...person, role, group: 'default', sessionId: null };
  return { ...ctx, caller, ip: '127.0.0.1', requestId: 'test', language: 'en' };
}
