import type { listPricing, Output, PricingEntry } from '@tollgate/contract';

export type PriceList = Output<typeof listPricing>;

/** quota_type of the wire. */
export const BillingType = { byUsage: 0, byCall: 1 } as const;

/** Dollars a million tokens, or a call. */
export type ShownPrice =
  | { kind: 'tokens'; prompt: number; completion: number }
  | { kind: 'call'; dollars: number };

/**
 * What a model costs in a group: `model_ratio x 2 x group ratio` a million prompt tokens, times `completion_ratio` for
 * those of the answer; a call costs `model_price x group ratio`. The 2 is a million over the units in a dollar.
 */
export function priceOf(entry: PricingEntry, groupRatio: number, quotaPerUnit = 500_000): ShownPrice {
  if (entry.quota_type === BillingType.byCall) {
    return { kind: 'call', dollars: tidy(entry.model_price * groupRatio) };
  }
  const prompt = (entry.model_ratio * groupRatio * 1_000_000) / quotaPerUnit;
  return { kind: 'tokens', prompt: tidy(prompt), completion: tidy(prompt * entry.completion_ratio) };
}

/** By usage before by call, then names that start with gpt, then by name. */
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
 * Models whose name has every word of the search, whatever the case and the marks between letters: `gpt4o` finds
 * `gpt-4o`. When none has, those that have its letters in order.
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

/** The groups of a model that the caller may use. */
export function groupsOf({ enable_groups }: PricingEntry, { usable_group }: PriceList): string[] {
  return enable_groups.filter((group) => group !== '' && group in usable_group);
}

/** The groups that can be looked at, the caller's own first. */
export function viewableGroups({ usable_group }: PriceList, own: string): string[] {
  const others = Object.keys(usable_group).filter((group) => group !== '' && group !== own);
  return [own, ...others.sort()];
}

export function ratioOf({ group_ratio }: PriceList, group: string): number {
  return group_ratio[group] ?? 1;
}

/** Without the noise of binary fractions. */
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

/** Typing searches thousands of names again and again. */
function lettersOf(name: string): string {
  const known = lettersByName.get(name);
  if (known !== undefined) return known;
  const letters = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  if (lettersByName.size < MAX_REMEMBERED) lettersByName.set(name, letters);
  return letters;
}

const lettersByName = new Map<string, string>();
const MAX_REMEMBERED = 20_000;
