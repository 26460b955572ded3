import type { ChannelCost } from '@tollgate/contract';

export const costKinds = ['share', 'tokens', 'call', 'second'] as const;
export type CostKind = (typeof costKinds)[number];

/** A cost as it is typed. Fields of other kinds are kept until the form is saved. */
export interface CostRule {
  readonly models: string;
  readonly kind: CostKind;
  /** Percent of the price in the book. */
  readonly share: string;
  readonly input: string;
  readonly output: string;
  readonly cacheRead: string;
  readonly call: string;
  readonly second: string;
  /** Prices that the form does not show. */
  readonly rest: Pick<ChannelCost, 'cache_write' | 'cache_write_hour'>;
}

/** The first rule of a list is for all models, which only one can be. */
export function newRule(others: readonly CostRule[]): CostRule {
  const rest = { cache_write: null, cache_write_hour: null };
  const amounts = { share: '', input: '', output: '', cacheRead: '', call: '', second: '' };
  const models = others.some((rule) => rule.models.trim() === '*') ? '' : '*';
  return { models, kind: 'share', ...amounts, rest };
}

export function toRule(cost: ChannelCost): CostRule {
  return {
    kind: kindOf(cost),
    models: cost.models,
    share: cost.factor === null ? '' : String(Number((cost.factor * 100).toPrecision(12))),
    input: textOf(cost.input),
    output: textOf(cost.output),
    cacheRead: textOf(cost.cache_read),
    call: textOf(cost.per_call),
    second: textOf(cost.per_second),
    rest: { cache_write: cost.cache_write, cache_write_hour: cost.cache_write_hour },
  };
}

function kindOf({ factor, per_call, per_second }: ChannelCost): CostKind {
  if (factor !== null) return 'share';
  if (per_call !== null) return 'call';
  return per_second === null ? 'tokens' : 'second';
}

const NOTHING = {
  factor: null,
  input: null,
  output: null,
  cache_read: null,
  cache_write: null,
  cache_write_hour: null,
  per_call: null,
  per_second: null,
};

/** Returns undefined when an amount is missing or cannot be read. */
export function toCost(rule: CostRule): ChannelCost | undefined {
  const models = rule.models.trim();
  if (models === '') return undefined;
  const cost = { ...NOTHING, models };
  if (rule.kind === 'share') {
    const percent = readAmount(rule.share);
    return percent === undefined ? undefined : { ...cost, factor: Number((percent / 100).toPrecision(12)) };
  }
  if (rule.kind === 'call' || rule.kind === 'second') {
    const dollars = readAmount(rule[rule.kind]);
    return dollars === undefined ? undefined : { ...cost, [`per_${rule.kind}` as const]: dollars };
  }
  const [input, output, cache_read] = [rule.input, rule.output, rule.cacheRead].map((text) =>
    text.trim() === '' ? null : readAmount(text),
  );
  if (!input || output === undefined || cache_read === undefined) return undefined;
  return { ...cost, ...rule.rest, input, output, cache_read };
}

function readAmount(text: string): number | undefined {
  const value = Number(text);
  return text.trim() !== '' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function textOf(amount: number | null): string {
  return amount === null ? '' : String(amount);
}
