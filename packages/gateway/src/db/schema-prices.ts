import type { Generated } from 'kysely';
import type { Defaulted, Flag, Optional, UnixSeconds } from './column-types.ts';

/** A number as text, exactly as it was written. */
export type DecimalText = string;

/** What a model is. Its prices are in `price_versions`. */
export interface ModelTable {
  /** As callers write it. */
  name: string;
  vendor: Defaulted<string>;
  family: Defaulted<string>;
  /** Tokens of prompt and response together. 0: not known. */
  context: Defaulted<number>;
  max_output: Defaulted<number>;
  /** What it reads and writes: `text,image>text`. */
  modalities: Defaulted<string>;
  /** Comma list: tools, reasoning, vision, … */
  capabilities: Defaulted<string>;
  /** Dates as `2026-11-26`. Empty: not known. */
  released: Defaulted<string>;
  /** The day on which its vendor stops it. */
  deprecated: Defaulted<string>;
  /** The last day for which administrators were warned. Empty: none. */
  warned_for: Defaulted<string>;
  data_policy: Defaulted<string>;
  description_en: Defaulted<string>;
  description_zh: Defaulted<string>;
  icon: Defaulted<string>;
  /** No source changes its price. */
  pinned: Defaulted<Flag>;
}

/** The price of a model for a span of time. Rows are only added and ended, never changed. */
export interface PriceVersionTable {
  id: Generated<number>;
  /** The name of a model, or the beginning of names with `*` behind it. */
  model: string;
  valid_from: UnixSeconds;
  /** 0: still valid. */
  valid_to: Defaulted<UnixSeconds>;
  is_current: Defaulted<Flag>;
  /** Dollars per million prompt tokens. */
  input: Optional<DecimalText>;
  /** Weights of tokens, relative to a prompt token. */
  output_ratio: Optional<DecimalText>;
  cache_read_ratio: Optional<DecimalText>;
  cache_write_ratio: Optional<DecimalText>;
  cache_write_hour_ratio: Optional<DecimalText>;
  /** Dollars per call, in place of tokens. */
  per_call: Optional<DecimalText>;
  /** Dollars per second of a recording, in place of tokens. */
  per_second: Optional<DecimalText>;
  /** JSON of `PriceAdjustment`. Empty: none. */
  adjustments: Defaulted<string>;
  /** Where the figures come from: `shipped`, `settings`, or the name of a source. */
  source: string;
  /** The day of the figures, as `2026-11-26`. */
  source_date: Defaulted<string>;
  /** Who changed the price. 0: the gateway. */
  user_id: Defaulted<number>;
}

/** What calls of a channel cost its operator. Null: not set. */
export interface ChannelCostTable {
  id: Generated<number>;
  channel_id: number;
  /** Models by their names at the provider: a name, the beginning of names with `*` behind it, or `*`. */
  models: string;
  /** Share of the price in the book. */
  factor: Optional<DecimalText>;
  /** Dollars per million tokens. */
  input: Optional<DecimalText>;
  output: Optional<DecimalText>;
  cache_read: Optional<DecimalText>;
  cache_write: Optional<DecimalText>;
  cache_write_hour: Optional<DecimalText>;
  /** Dollars. */
  per_call: Optional<DecimalText>;
  /** Dollars per second of a recording. */
  per_second: Optional<DecimalText>;
}

/** One row. A change of the book locks it. */
export interface PriceBookTable {
  id: number;
  /** 0: the first gateway that has the book is still to fill it. */
  filled_time: UnixSeconds;
}

export interface PriceSchema {
  models: ModelTable;
  price_versions: PriceVersionTable;
  channel_costs: ChannelCostTable;
  price_book: PriceBookTable;
}
