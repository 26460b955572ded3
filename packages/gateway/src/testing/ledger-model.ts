import type { ReserveOutcome } from '../ledger/types.ts';

interface ModelHold {
  readonly user: number;
  amount: number;
  used: number;
  dispatched: boolean;
}

interface ModelAccount {
  balance: number;
  held: number;
  used: number;
  count: number;
}

interface ModelRequest {
  readonly requested: number;
  readonly least: number;
  readonly comfortable: number;
  readonly isPatient: boolean;
  readonly estimate: number;
}

/** A minimal model of the ledger: one user and one token per number, floors at 0. */
export class LedgerModel {
  readonly users = new Map<number, ModelAccount>();
  readonly tokens = new Map<number, ModelAccount>();
  readonly open = new Map<string, ModelHold>();
  readonly charges = new Map<string, number>();
  readonly posted = new Set<string>();

  add(number: number, balance: number, tokenBalance: number): void {
    this.users.set(number, { balance, held: 0, used: 0, count: 0 });
    this.tokens.set(number, { balance: tokenBalance, held: 0, used: 0, count: 0 });
  }

  reserve(id: string, user: number, amount: number, estimate: number): ReserveOutcome {
    if (this.open.has(id) || this.charges.has(id)) return 'duplicate';
    const refusal = this.take(user, amount);
    if (refusal) return refusal;
    this.open.set(id, { user, amount, used: estimate, dispatched: false });
    return 'ok';
  }

  /** A request above half of the free balance gets all but a sixteenth without other calls, else a share. */
  reserveUpTo(
    id: string,
    user: number,
    { requested, least, comfortable, isPatient, estimate }: ModelRequest,
  ) {
    const [userAccount, tokenAccount] = this.accounts(user);
    const free = Math.min(userAccount.balance - userAccount.held, tokenAccount.balance - tokenAccount.held);
    const isUser = userAccount.balance - userAccount.held === free;
    const isAlone = (isUser ? userAccount : tokenAccount).held === 0;
    const sixteenth = Math.floor(free / 16);
    const alone = sixteenth >= least ? free - sixteenth : free;
    const share = isAlone ? alone : Math.max(Math.floor(free / 4), comfortable);
    const minimum = isPatient && !isAlone ? Math.max(least, Math.floor(comfortable / 2)) : least;
    const amount = requested * 2 <= free ? requested : Math.max(minimum, Math.min(requested, free, share));
    const outcome = this.reserve(id, user, amount, estimate);
    return { outcome, amount: outcome === 'ok' ? amount : 0 };
  }

  extend(id: string, step: number, used: number) {
    const hold = this.hold(id);
    const refusal = this.take(hold.user, step);
    if (refusal) return refusal;
    hold.amount += step;
    hold.used = Math.max(hold.used, used);
    return 'ok';
  }

  end(id: string, cost: number | null): void {
    const { user, amount } = this.hold(id);
    this.open.delete(id);
    for (const account of this.accounts(user)) {
      account.held -= amount;
      if (cost === null) continue;
      account.balance -= cost;
      account.used += cost;
      account.count += 1;
    }
    if (cost !== null) this.charges.set(id, cost);
  }

  /** Dispatched calls cost the estimate, others are free. */
  crash(): void {
    for (const [id, { dispatched, used }] of this.open) this.end(id, dispatched ? used : null);
  }

  post(ref: string, user: number, amount: number) {
    if (this.posted.has(ref)) return 'duplicate';
    const account = this.accounts(user)[0];
    if (amount < 0 && account.balance - account.held + amount < 0) return 'insufficient';
    this.posted.add(ref);
    account.balance += amount;
    return 'ok';
  }

  hold(id: string): ModelHold {
    const hold = this.open.get(id);
    if (!hold) throw new Error(`the model has no hold ${id}`);
    return hold;
  }

  take(user: number, amount: number) {
    const [userAccount, tokenAccount] = this.accounts(user);
    if (amount > 0 && userAccount.balance - userAccount.held < amount) return 'insufficient_user' as const;
    if (amount > 0 && tokenAccount.balance - tokenAccount.held < amount) return 'insufficient_token' as const;
    userAccount.held += amount;
    tokenAccount.held += amount;
    return undefined;
  }

  accounts(user: number): [ModelAccount, ModelAccount] {
    const userAccount = this.users.get(user);
    const tokenAccount = this.tokens.get(user);
    if (!userAccount || !tokenAccount) throw new Error(`the model has no user ${user}`);
    return [userAccount, tokenAccount];
  }
}
