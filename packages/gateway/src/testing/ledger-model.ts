import type { ReserveOutcome } from '../ledger/types.ts';

interface ModelHold {
  readonly user: number;
  amount: number;
  used: number;
  dispatched: boolean;
}

interface Purse {
  balance: number;
  held: number;
  used: number;
  count: number;
}

interface ModelRequest {
  readonly wish: number;
  readonly least: number;
  readonly comfortable: number;
  readonly isPatient: boolean;
  readonly estimate: number;
}

/** A minimal model of the ledger: one user and one token per number, floors at 0. */
export class LedgerModel {
  readonly users = new Map<number, Purse>();
  readonly tokens = new Map<number, Purse>();
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

  /** A wish above half of the free balance gets all but a sixteenth without other calls, else a share. */
  reserveUpTo(id: string, user: number, { wish, least, comfortable, isPatient, estimate }: ModelRequest) {
    const [userPurse, tokenPurse] = this.purses(user);
    const free = Math.min(userPurse.balance - userPurse.held, tokenPurse.balance - tokenPurse.held);
    const isUser = userPurse.balance - userPurse.held === free;
    const isAlone = (isUser ? userPurse : tokenPurse).held === 0;
    const sixteenth = Math.floor(free / 16);
    const alone = sixteenth >= least ? free - sixteenth : free;
    const share = isAlone ? alone : Math.max(Math.floor(free / 4), comfortable);
    const minimum = isPatient && !isAlone ? Math.max(least, Math.floor(comfortable / 2)) : least;
    const amount = wish * 2 <= free ? wish : Math.max(minimum, Math.min(wish, free, share));
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
    for (const purse of this.purses(user)) {
      purse.held -= amount;
      if (cost === null) continue;
      purse.balance -= cost;
      purse.used += cost;
      purse.count += 1;
    }
    if (cost !== null) this.charges.set(id, cost);
  }

  /** Dispatched calls cost the estimate, others are free. */
  crash(): void {
    for (const [id, { dispatched, used }] of this.open) this.end(id, dispatched ? used : null);
  }

  post(ref: string, user: number, amount: number) {
    if (this.posted.has(ref)) return 'duplicate';
    const purse = this.purses(user)[0];
    if (amount < 0 && purse.balance - purse.held + amount < 0) return 'insufficient';
    this.posted.add(ref);
    purse.balance += amount;
    return 'ok';
  }

  hold(id: string): ModelHold {
    const hold = this.open.get(id);
    if (!hold) throw new Error(`the model has no hold ${id}`);
    return hold;
  }

  take(user: number, amount: number) {
    const [userPurse, tokenPurse] = this.purses(user);
    if (amount > 0 && userPurse.balance - userPurse.held < amount) return 'insufficient_user' as const;
    if (amount > 0 && tokenPurse.balance - tokenPurse.held < amount) return 'insufficient_token' as const;
    userPurse.held += amount;
    tokenPurse.held += amount;
    return undefined;
  }

  purses(user: number): [Purse, Purse] {
    const userPurse = this.users.get(user);
    const tokenPurse = this.tokens.get(user);
    if (!userPurse || !tokenPurse) throw new Error(`the model has no user ${user}`);
    return [userPurse, tokenPurse];
  }
}
