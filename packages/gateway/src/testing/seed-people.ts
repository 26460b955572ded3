import { createToken, Role } from '@tollgate/contract';
import type { Context } from '../core/context.ts';
import { transact } from '../core/context.ts';
import * as accounts from '../modules/billing/accounts.ts';
import * as users from '../modules/identity/repository/users.ts';
import * as tokens from '../modules/tokens/tokens.ts';
import { callContext, type MadeUser } from './factories.ts';

export interface SeededUser extends MadeUser {
  /** Ids of the tokens that may be used for calls. */
  tokenIds: number[];
}

/**
 * Makes users of every kind with accounts, including unusual ones that a page must handle. Ids continue the
 * existing ones.
 */
export async function seedUsers(ctx: Context, count: number): Promise<SeededUser[]> {
  const made: SeededUser[] = [];
  await inSlices(count, (from, to) =>
    transact(ctx, async (tx) => {
      for (let index = from; index < to; index++) {
        const row = userRow(Math.floor(ctx.now() / 1000), index);
        const id = await users.insert(tx.db, row);
        const balance = balances[index % balances.length] ?? 0;
        await accounts.open(tx, { type: 'user', id }, { balance, kind: 'grant', by: 0 });
        made.push({ id, username: row.username, tokenIds: [] });
      }
    }),
  );
  return made;
}

/** Makes tokens with accounts, and assigns them to the users in turn. */
export async function seedTokens(ctx: Context, people: SeededUser[], count: number): Promise<void> {
  await inSlices(count, (from, to) =>
    transact(ctx, async (tx) => {
      for (let index = from; index < to; index++) {
        const owner = people[index % people.length] as SeededUser;
        const unlimited_quota = index % 3 === 0;
        const name = `${tokenNames[index % tokenNames.length]} ${index + 1}`;
        const draft = createToken.input.parse({
          name,
          unlimited_quota,
          remain_quota: (index % 40) * 250_000,
        });
        const id = await tokens.add({ ...callContext(ctx, owner, Role.user), ...tx }, owner.id, draft);
        if (unlimited_quota) owner.tokenIds.push(id);
      }
    }),
  );
}

/** Runs `work` over [0, count) in parts that fit one transaction. */
export async function inSlices(
  count: number,
  work: (from: number, to: number) => Promise<void>,
  size = 250,
): Promise<void> {
  for (let from = 0; from < count; from += size) await work(from, Math.min(count, from + size));
}

function userRow(now: number, index: number) {
  const name = names[index % names.length] as string;
  const isOdd = index === 3;
  return {
    username: isOdd
      ? 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW'
      : `${name}${index + 1}`,
    display_name: isOdd
      ? '一个名字特别长的用户一个名字特别长的用户'
      : `${name[0]?.toUpperCase()}${name.slice(1)} ${index + 1}`,
    email: index % 4 === 0 ? '' : `${name}${index + 1}@example.org`,
    role: index % 97 === 5 ? Role.admin : Role.user,
    status: index % 23 === 7 ? 2 : 1,
    group: groups[index % groups.length] as string,
    github_id: index % 5 === 1 ? `${name}-hub-${index + 1}` : '',
    created_at: now - (index % 365) * 86_400,
    deleted_at: index % 31 === 11 ? now - 3600 : null,
  };
}

const names = ['ada', 'alan', 'grace', 'linus', 'edsger', 'barbara', 'donald', 'margaret', 'dennis', 'radia'];
const groups = ['default', 'default', 'default', 'vip', 'svip'];
const tokenNames = ['production', 'laptop', 'ci', 'night jobs', 'support bot'];
/** Quota units: a plain balance, a huge one, none, one unit, a cent of debt. */
const balances = [2_500_000, 617_283_945_000_000, 0, 1, -5000, 50_000_000];
