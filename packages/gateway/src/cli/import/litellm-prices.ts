import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { lockPrices } from '../../modules/models/book/change-book.ts';
import { tidy } from '../../modules/models/book/listed-price.ts';
import { NO_PRICE, type PriceState, UNITS_PER_BOOK_DOLLAR } from '../../modules/models/book/price-state.ts';
import { recordPrices } from '../../modules/models/book/prices.ts';
import { priceName } from '../../modules/models/ratios.ts';
import type { Opener } from './litellm-sealed.ts';
import { UNIT } from './litellm-values.ts';
import type { Note } from './report.ts';
import { type Fields, toObject } from './values.ts';

const MILLION = 1_000_000;

/** The price that a model has of its own there, by token. */
export interface OwnPrice {
  readonly name: string;
  readonly state: PriceState;
}

/** Undefined: it has none, or one that cannot be one by token here. */
export function ownPriceOf(name: string, fields: Fields, open: Opener, note: Note): OwnPrice | undefined {
  const params = { ...toObject(fields.json('model_info')), ...toObject(fields.json('litellm_params')) };
  const costs = new Map<string, number>();
  for (const [key, value] of Object.entries(params).filter(([each]) => COST.test(each))) {
    const cost = value === null || value === '' ? Number.NaN : Number(open(String(value)));
    if (cost >= 0) costs.set(key, cost);
  }
  const input = costs.get(INPUT);
  const isByToken = input !== undefined && (input > 0 || [...costs.values()].every((cost) => cost === 0));
  for (const [key, cost] of costs)
    if (cost > 0 && !(isByToken && KNOWN.has(key)))
      note(`its ${key} is ${cost} dollars there: set its price here`, name);
  if (!isByToken) return undefined;
  const ratio = (key: string) => {
    const cost = costs.get(key);
    return cost === undefined || input === 0 ? null : tidy(cost / input);
  };
  return {
    name: priceName(name),
    state: {
      ...NO_PRICE,
      input: tidy((input * MILLION * UNIT) / UNITS_PER_BOOK_DOLLAR),
      output_ratio: ratio('output_cost_per_token'),
      cache_read_ratio: ratio('cache_read_input_token_cost'),
      cache_write_ratio: ratio('cache_creation_input_token_cost'),
    },
  };
}

const COST = /_cost(_|$)/;
const INPUT = 'input_cost_per_token';
const KNOWN = new Set([
  INPUT,
  'output_cost_per_token',
  'cache_read_input_token_cost',
  'cache_creation_input_token_cost',
]);

/** Puts prices into the book. Deployments of one model have one price here: the highest. */
export async function addPrices(tx: Context, prices: readonly OwnPrice[], note: Note): Promise<void> {
  const highest = new Map<string, PriceState>();
  for (const { name, state } of prices) {
    const other = highest.get(name);
    if (other && JSON.stringify(other) !== JSON.stringify(state))
      note('its deployments have several prices there: the highest is taken', name);
    if (!other || totalOf(state) > totalOf(other)) highest.set(name, state);
  }
  if (highest.size === 0) return;
  const before = await lockPrices(tx.db);
  for (const [name, state] of highest) {
    try {
      const origin = { source: 'import', now: Math.floor(tx.now() / 1000) };
      await recordPrices(tx, before, new Map([[name, state]]), origin);
      const { input, output_ratio } = state;
      note(
        `its price is set: ${describe(input, 1)} and ${describe(input, output_ratio)} dollars per million tokens`,
        name,
      );
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      note('its own price is not taken over, because a file declares one: change it there', name);
    }
  }
}

function totalOf({ input, output_ratio }: PriceState): number {
  return (input ?? 0) * (1 + (output_ratio ?? 1));
}

function describe(input: number | null, ratio: number | null): string {
  return String(Number(((input ?? 0) * (ratio ?? 1)).toPrecision(6)));
}
