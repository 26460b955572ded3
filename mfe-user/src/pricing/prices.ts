import type { listPricing, Output, PricingEntry } from '@tollgate/contract';

export type PriceList = Output<typeof listPricing>;

/** quota_type of the console API. */
export const BillingType = { byUsage: 0, byCall: 1 } as const;

/** Dollars per million tokens, per call, or per second of a recording. */
export type ShownPrice =
  | { kind: 'tokens'; prompt: number; completion?: number; cached?: number }
  | { kind: 'call' | 'second'; dollars: number };

/**
 * Returns what a model costs in a group: `model_ratio x 2 x group ratio` per million prompt tokens, times
 * `completion_ratio` for output tokens; a call costs `model_price x group ratio`. The 2 is a million divided
 * by the units per dollar.
 */
export function priceOf(entry: PricingEntry, groupRatio: number, quotaPerUnit = 500_000): ShownPrice {
  if (entry.quota_type === BillingType.byCall) {
    return { kind: entry.unit ?? 'call', dollars: tidy(entry.model_price * groupRatio) };
  }
  const prompt = (entry.model_ratio * groupRatio * 1_000_000) / quotaPerUnit;
  return {
    kind: 'tokens',
    prompt: tidy(prompt),
    ...(hasAnswer(entry) && { completion: tidy(prompt * entry.completion_ratio) }),
    ...(entry.cache_ratio !== undefined && { cached: tidy(prompt * entry.cache_ratio) }),
  };
}

/** Vectors and ranks have no answer that costs. */
export function hasAnswer({ kind }: PricingEntry): boolean {
  return kind !== 'embedding' && kind !== 'rerank';
}

/** Usage-priced before call-priced, then names that start with gpt, then by name. */
export function sortModels(entries: readonly PricingEntry[]): PricingEntry[] {
  const names = new Intl.Collator('en');
  return [...entries].sort(
    (a, b) =>
      a.quota_type - b.quota_type ||
      Number(b.model_name.startsWith('gpt')) - Number(a.model_name.startsWith('gpt')) ||
      names.compare(a.model_name, b.model_name),
  );
}

/**
 * Returns models whose name contains every word of the search, ignoring case and separators: `gpt4o` finds
 * `gpt-4o`. Without such a model, returns those that contain its letters in order.
 */
export function searchModels(entries: readonly PricingEntry[], search: string): readonly PricingEntry[] {
  const words = search.split(/\s+/).map(lettersOf).filter(Boolean);
  if (words.length === 0) return entries;
  const exact = entries.filter(({ model_name }) => {
    const name = lettersOf(model_name);
    return words.every((word) => name.includes(word));
  });
  if (exact.length > 0) return exact;
  const letters = words.join('');
  return entries.filter(({ model_name }) => hasInOrder(lettersOf(model_name), letters));
}

/** What is looked for. Empty texts do not filter. */
export interface ModelSearch {
  readonly text: string;
  readonly vendor: string;
  readonly kind: string;
  readonly can: string;
  /** Tokens at least. */
  readonly context: string;
  /** Dollars per million input tokens at most. */
  readonly price: string;
  readonly sort: string;
}

/** The empty one is by name. */
export const sortOrders = ['', 'input', 'output', 'context'] as const;

/** Returns the models of a search in its order. */
export function findModels(
  entries: readonly PricingEntry[],
  { text, vendor, kind, can, context, price, sort }: ModelSearch,
  dollarsOf: (entry: PricingEntry) => number,
): readonly PricingEntry[] {
  const found = searchModels(entries, text).filter(
    (entry) =>
      (!vendor || entry.vendor === vendor) &&
      (!kind || entry.kind === kind) &&
      (!can || entry.capabilities.includes(can)) &&
      (!context || (entry.context ?? 0) >= Number(context)) &&
      (!price || dollarsOf(entry) <= Number(price)),
  );
  const keyOf = sortKeys[sort];
  return keyOf ? found.toSorted((one, other) => keyOf(one) - keyOf(other)) : found;
}

/** Models that are paid by request come after those that are paid by tokens. */
const sortKeys: Readonly<Record<string, (entry: PricingEntry) => number>> = {
  input: (entry) => entry.quota_type * 1e12 + entry.model_ratio,
  output: (entry) => entry.quota_type * 1e12 + entry.model_ratio * entry.completion_ratio,
  context: (entry) => -(entry.context ?? 0),
};

/** Input per million tokens, for filters. Other units cannot be compared with it. */
export function inputDollars(price: ShownPrice): number {
  return price.kind === 'tokens' ? price.prompt : Number.POSITIVE_INFINITY;
}

/** Returns the groups of a model that the caller may use. */
export function groupsOf({ enable_groups }: PricingEntry, { usable_group }: PriceList): string[] {
  return enable_groups.filter((group) => group !== '' && group in usable_group);
}

/** Returns the viewable groups, the caller's own first. */
export function viewableGroups({ usable_group }: PriceList, own: string): string[] {
  const others = Object.keys(usable_group).filter((group) => group !== '' && group !== own);
  return [own, ...others.sort()];
}

export function ratioOf({ group_ratio }: PriceList, group: string): number {
  return group_ratio[group] ?? 1;
}

/** Removes the noise of binary fractions. */
function tidy(dollars: number): number {
  return Number(dollars.toPrecision(12));
}

function hasInOrder(name: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = name.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Cached: typing searches thousands of names repeatedly. */
function lettersOf(name: string): string {
  const cached = lettersByName.get(name);
  if (cached !== undefined) return cached;
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  if (lettersByName.size < MAX_REMEMBERED) lettersByName.set(name, letters);
  return letters;
}

const lettersByName = new Map<string, string>();
const MAX_REMEMBERED = 20_000;
