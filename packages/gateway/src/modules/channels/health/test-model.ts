import { noUsage, quotaOf } from '@tollgate/pricing';
import type { PricedOptions } from '../../models/book/price-book.ts';
import { findPrice } from '../../models/find-price.ts';
import { factsOf } from '../../models/model-facts.ts';

const USUAL = 'gpt-4o-mini';

/**
 * Returns the model that a test of a channel calls when nothing else is chosen: the test model of the channel,
 * else the usual or the cheapest chat model with a price, else its first chat model. Models that only embed,
 * draw or speak would fail in most accounts and say little about address and key.
 */
export function testModelOf(
  { test_model, models }: { test_model: string | null; models: string },
  options: PricedOptions,
  group: string,
): string {
  if (test_model) return test_model;
  const names = models
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const chat = names.filter((name) => factsOf(name).kind === 'chat');
  const cheapest = chat
    .map((name) => ({ name, cost: costOf(name, options, group) }))
    .filter(({ cost }) => cost !== undefined)
    .toSorted(
      (a, b) => Number(b.name === USUAL) - Number(a.name === USUAL) || Number(a.cost) - Number(b.cost),
    );
  return cheapest[0]?.name ?? chat[0] ?? names[0] ?? USUAL;
}

function costOf(model: string, options: PricedOptions, group: string): number | undefined {
  const price = findPrice(options, model, group, false);
  return price && quotaOf(price, { ...noUsage, input: 1_000_000, output: 1_000_000 });
}
