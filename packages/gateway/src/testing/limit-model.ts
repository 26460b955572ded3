import type { HeldWindow, LimitClaim, LimitWindow } from '../ledger/limit-claims.ts';

interface ModelCall {
  readonly held: readonly HeldWindow[];
  amount: number;
  tokens: number;
  /** Undefined while it runs. */
  spent?: { readonly cost: number; readonly tokens: number };
}

/** Limits as simple as possible: keeps every call, and adds them up for every question. */
export class LimitModel {
  readonly calls = new Map<string, ModelCall>();
  /** By rolling window: until when calls no longer count. */
  readonly expired = new Map<string, number>();

  /** Returns the rule that is full. */
  reserve(id: string, claims: readonly LimitClaim[], amount: number): number | undefined {
    const full = this.findFull(claims, ({ tokens }) => tokens ?? amount);
    if (full !== undefined) return full;
    const held = claims.map(({ window, at, period, tokens }): HeldWindow => {
      const oldest = (this.expired.get(window) ?? -1) + 1;
      return [window, period > 0 ? Math.max(at, oldest) : 0, tokens ?? null];
    });
    this.calls.set(id, {
      held,
      amount,
      tokens: claims.find(({ tokens }) => tokens !== undefined)?.tokens ?? 0,
    });
    return undefined;
  }

  extend(id: string, claims: readonly LimitClaim[], amount: number, tokens: number): number | undefined {
    const call = this.find(id);
    const moreOf = ({ tokens: own }: LimitClaim) =>
      own === undefined ? amount - call.amount : tokens - call.tokens;
    const full = this.findFull(claims, moreOf);
    if (full !== undefined) return full;
    call.amount = amount;
    call.tokens = tokens;
    return undefined;
  }

  settle(id: string, cost: number, tokens: number): void {
    this.find(id).spent = { cost, tokens };
  }

  void(id: string): void {
    this.calls.delete(id);
  }

  running(): string[] {
    return [...this.calls].filter(([, { spent }]) => !spent).map(([id]) => id);
  }

  /** What calls spent of a window and what running ones hold. */
  usage(window: string): Pick<LimitWindow, 'spent' | 'held'> {
    const usage = { spent: 0, held: 0 };
    for (const { held, amount, tokens, spent } of this.calls.values())
      for (const [name, at, ownTokens] of held) {
        if (name !== window) continue;
        if (!spent) usage.held += ownTokens === null ? amount : tokens;
        else if (at === 0 || at > (this.expired.get(window) ?? -1))
          usage.spent += ownTokens === null ? spent.cost : spent.tokens;
      }
    return usage;
  }

  windows(): string[] {
    return [...new Set([...this.calls.values()].flatMap(({ held }) => held.map(([window]) => window)))];
  }

  private findFull(
    claims: readonly LimitClaim[],
    neededFor: (claim: LimitClaim) => number,
  ): number | undefined {
    for (const { window, at, period } of claims)
      if (period > 0) this.expired.set(window, Math.max(this.expired.get(window) ?? -1, at - period));
    const full = claims.find((claim) => {
      const { spent, held } = this.usage(claim.window);
      const needed = neededFor(claim);
      return needed > 0 && spent + held + needed > claim.limit;
    });
    return full?.rule;
  }

  private find(id: string): ModelCall {
    const call = this.calls.get(id);
    if (!call) throw new Error(`the model has no call ${id}`);
    return call;
  }
}
