import type { Plan, Rows } from './batch.ts';
import type { Account, Hold } from './types.ts';

/** The accounts that a call is charged to. */
export interface Payers {
  readonly user: Account;
  readonly token: Account | null;
}

export function payersOf({ user, token }: Hold, { accounts }: Rows): Payers | undefined {
  const userAccount = accounts.get(user);
  const tokenAccount = token === null ? null : accounts.get(token);
  return userAccount && tokenAccount !== undefined ? { user: userAccount, token: tokenAccount } : undefined;
}

/** Returns which account cannot pay. An amount of 0 can always be paid: a free model works with an empty account. */
export function missingIn(
  { user, token }: Payers,
  amount: number,
): 'insufficient_user' | 'insufficient_token' | undefined {
  if (amount > freeOf(user) && amount > 0) return 'insufficient_user';
  if (token && amount > freeOf(token) && amount > 0) return 'insufficient_token';
  return undefined;
}

export function take({ user, token }: Payers, amount: number, plan: Plan): void {
  user.held += amount;
  plan.accounts.add(user);
  if (token) {
    token.held += amount;
    plan.accounts.add(token);
  }
}

export function freeOf({ balance, held, floor }: Account): number {
  return balance - held - floor;
}
