import type { Output, PricingEntry, quotePricing } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { list } from './price-list.ts';

const SHOWN = 6;

/** Returns a few models that the caller may use, of as many families as possible. */
export async function excerpt(ctx: CallContext): Promise<Output<typeof quotePricing>> {
  const { data, group_ratio } = await list(ctx);
  const offered = data.filter(({ available }) => available);
  const ratio = group_ratio[ctx.caller?.group ?? 'default'] ?? 1;
  const perMillion = 1_000_000 / ctx.options.current.QuotaPerUnit;
  return {
    models: pick(offered).map((entry) => quote(entry, ratio, perMillion)),
    total: offered.length,
  };
}

/** The newest of each family, largest families first, then the next newest, until there are enough. */
function pick(entries: readonly PricingEntry[]): PricingEntry[] {
  const families = [...Map.groupBy(entries, familyOf).values()]
    .sort((a, b) => b.length - a.length)
    .map((family) => family.sort((a, b) => natural.compare(b.model_name, a.model_name)));
  const rounds = Math.max(0, ...families.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => families.flatMap((family) => family[round] ?? []))
    .flat()
    .slice(0, SHOWN);
}

/** `gpt-4o` and `gpt-5.2` are of one family, `claude-…` of another. */
function familyOf({ model_name }: PricingEntry): string {
  return /^[a-z]+/i.exec(model_name)?.[0].toLowerCase() ?? model_name;
}

function quote(entry: PricingEntry, ratio: number, perMillion: number) {
  const name = entry.model_name;
  if (entry.unit === 'second') return { name, second: tidy(entry.model_price * ratio) };
  if (entry.quota_type === 1) return { name, call: tidy(entry.model_price * ratio) };
  const input = entry.model_ratio * ratio * perMillion;
  return { name, input: tidy(input), output: tidy(input * entry.completion_ratio) };
}

/** Removes the noise of binary fractions. */
function tidy(dollars: number): number {
  return Number(dollars.toPrecision(12));
}

const natural = new Intl.Collator('en', { numeric: true });
