import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const modelName = z.string().check(z.minLength(1), z.maxLength(255));
const amount = z._default(z.nullable(z.number().check(z.minimum(0))), null);
const date = z.string().check(z.regex(/^(20\d\d-\d\d-\d\d)?$/));

/** What a model costs: dollars per million tokens, per call, or per second of a recording. Null: not set. */
export const listedPrice = z
  .object({
    input: amount,
    output: amount,
    cache_read: amount,
    cache_write: amount,
    cache_write_hour: amount,
    per_call: amount,
    per_second: amount,
  })
  .check(
    z.refine(
      ({ input, per_call, per_second }) =>
        [input, per_call, per_second].filter((part) => part !== null).length === 1,
      'one_price',
    ),
  );
export type ListedPrice = z.output<typeof listedPrice>;

export const priceVersion = z.object({
  id: z.int(),
  /** Seconds since 1970. `valid_to` is 0 for the valid version. */
  valid_from: z.int(),
  valid_to: z.int(),
  price: z.nullable(listedPrice),
  source: z.string(),
  /** The day of the figures; empty when it is not known. */
  source_date: z.string(),
  /** Who changed the price; empty for the gateway. */
  username: z.string(),
});
export type PriceVersion = z.output<typeof priceVersion>;

export const bookEntry = z.object({
  model: z.string(),
  price: listedPrice,
  source: z.string(),
  source_date: z.string(),
  valid_from: z.int(),
  /** No source changes its price. */
  pinned: z.boolean(),
  /** Channels that are enabled offer it. */
  offered: z.boolean(),
  /** The day on which its vendor stops it; empty when it is not known. */
  deprecated: z.string(),
  /** File and line that declare it; then only `tollgate apply` changes it. Absent: nothing does. */
  declared: z.optional(z.string()),
});
export type BookEntry = z.output<typeof bookEntry>;

export const listPrices = endpoint({
  address: 'GET /api/price/',
  summary: 'The price book: every model with its valid price, its source and date.',
  access: 'admin',
  input: z.object({}),
  output: z.array(bookEntry),
});

export const listPriceVersions = endpoint({
  address: 'GET /api/price/history',
  summary: 'The versions of the price of a model, newest first.',
  access: 'admin',
  input: z.object({ model: modelName }),
  output: z.array(priceVersion),
});

export const unpricedModel = z.object({
  model: z.string(),
  /** The price of the most similar model, if there is one. */
  proposal: z.nullable(z.object({ like: z.string(), price: listedPrice })),
});
export type UnpricedModel = z.output<typeof unpricedModel>;

export const listUnpriced = endpoint({
  address: 'GET /api/price/unpriced',
  summary: 'Models that channels offer and calls are refused for, each once, with a price to propose.',
  access: 'admin',
  input: z.object({
    /** Only these, separated by commas. Empty: those of all enabled channels. */
    models: z._default(z.string().check(z.maxLength(20_000)), ''),
  }),
  output: z.array(unpricedModel),
});

const mostDollars = 1_000_000;
/** Shares of a smaller price would not fit a number. */
const leastDollars = 1e-9;

/** Whether an amount can be a price: 0, or one that people charge. */
export function isPriceAmount(dollars: number): boolean {
  return dollars === 0 || (dollars >= leastDollars && dollars <= mostDollars);
}

/** The book has parts as shares of the input price, so with free input everything is free. */
export function isFreeInputCharged({ input, ...parts }: ListedPrice): boolean {
  return input === 0 && Object.values(parts).some((dollars) => dollars !== null && dollars > 0);
}

/** A price as it may be set. */
const newPrice = listedPrice.check(
  z.refine(
    (price) => Object.values(price).every((dollars) => dollars === null || isPriceAmount(dollars)),
    'price_amount',
  ),
  z.refine((price) => !isFreeInputCharged(price), 'free_input'),
);

const pricedModel = z.object({ model: modelName, price: newPrice });

export const setPrices = endpoint({
  address: 'PUT /api/price/',
  summary: 'Sets prices from now on. Earlier versions stay.',
  access: 'admin',
  input: z.object({ prices: z.array(pricedModel).check(z.minLength(1), z.maxLength(1000)) }),
  output: z.undefined(),
});

export const pinPrices = endpoint({
  address: 'PUT /api/price/pin',
  summary: 'Keeps sources from changing the prices of models, or lets them again.',
  access: 'admin',
  input: z.object({
    models: z.array(modelName).check(z.minLength(1), z.maxLength(1000)),
    pinned: z.boolean(),
  }),
  output: z.undefined(),
});

const fileName = z.string().check(z.maxLength(100));

/** Where prices come from: those of this build, an address, or an uploaded file. */
export const priceSource = z.union([
  z.object({ kind: z.literal('shipped') }),
  z.object({ kind: z.literal('url'), url: z.string().check(z.maxLength(2000)) }),
  z.object({ kind: z.literal('upload'), name: fileName, text: z.string().check(z.maxLength(900_000)) }),
  /** Base64 of a file that is compressed with gzip: the largest public lists have some megabytes. */
  z.object({ kind: z.literal('upload'), name: fileName, gzip: z.string().check(z.maxLength(900_000)) }),
]);
export type PriceSource = z.input<typeof priceSource>;

/** Why a price of a source cannot be applied. */
export const priceBars = ['pinned', 'other_unit', 'zero'] as const;
export type PriceBar = (typeof priceBars)[number];

export const priceOffer = z.object({
  source: z.string(),
  source_date: z.string(),
  price: listedPrice,
  /** The largest change of a part, in percent. Null: the model has no price, or another unit. */
  change: z.nullable(z.number()),
  bar: z.nullable(z.enum(priceBars)),
});
export type PriceOffer = z.output<typeof priceOffer>;

export const priceReviewRow = z.object({
  model: z.string(),
  current: z.nullable(listedPrice),
  offers: z.array(priceOffer),
  /** Two sources differ by more than 5 %. */
  conflict: z.boolean(),
});
export type PriceReviewRow = z.output<typeof priceReviewRow>;

export const reviewPrices = endpoint({
  address: 'POST /api/price/review',
  summary: 'Compares the book with sources. Changes nothing.',
  access: 'root',
  input: z.object({ sources: z.array(priceSource).check(z.minLength(1), z.maxLength(4)) }),
  output: z.object({
    rows: z.array(priceReviewRow),
    /** Models of the sources that neither a channel nor the book has are left out. */
    models: z.int(),
  }),
});

export const applyPrices = endpoint({
  address: 'POST /api/price/apply',
  summary: 'Takes prices of a source into the book, as reviewed. Answers which were refused, and why.',
  access: 'root',
  input: z.object({
    source: z.string().check(z.minLength(1), z.maxLength(128)),
    source_date: z._default(date, ''),
    prices: z.array(pricedModel).check(z.minLength(1), z.maxLength(5000)),
  }),
  output: z.object({
    applied: z.int(),
    refused: z.array(z.object({ model: z.string(), bar: z.enum(priceBars) })),
  }),
});
