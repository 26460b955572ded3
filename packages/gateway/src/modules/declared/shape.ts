import { channelCost, channelFields, createLimit, isPriceAmount, limitScopes } from '@tollgate/contract';
import { isOptionKey, type OptionKey, options } from '@tollgate/contract/options';
import * as z from 'zod';
import { isBookKey } from '../models/book/price-state.ts';

/** Where the text of a secret comes from. The text itself is never in a file. */
const REFERENCE = 'secrets are references: env:NAME or file:/path';
const reference = z.string(REFERENCE).regex(/^(env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+)$/, REFERENCE);
const name = (longest: number) => z.string().trim().min(1).max(longest);
const json = z.union([z.record(z.string(), z.json()), z.string()]);
const names = z
  .array(
    z
      .string()
      .trim()
      .min(1)
      .regex(/^[^,]*$/, 'a name has no comma'),
  )
  .min(1);

/** Rules about several fields hold also when one of the fields has a mistake of its own. */
function isMap({ value }: { value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}

/** A channel in a file. Fields that are left out have their defaults; `key` may lead to several keys, one a line. */
export const channelShape = z.strictObject({
  name: channelFields.name,
  type: channelFields.type,
  enabled: z.boolean().default(true),
  key: reference,
  multi_key_mode: z.enum(['polling', 'random']).default('polling'),
  models: names,
  groups: names.default(['default']),
  base_url: z.string().default(''),
  other: z.string().default(''),
  openai_organization: z.string().default(''),
  test_model: z.string().default(''),
  priority: z.number().default(0),
  weight: z.number().default(0),
  auto_ban: z.boolean().default(true),
  tag: z.string().default(''),
  model_mapping: json.default({}),
  status_code_mapping: json.default({}),
  setting: json.default({}),
  /** Of the proxy in `setting`, which has `***` in its place. */
  proxy_password: reference.optional(),
  param_override: json.default({}),
  costs: z.array(channelCost).max(200).default([]),
});
export type ChannelShape = z.output<typeof channelShape>;

const { scope: _, scope_id: __, models: ___, name: ____, ...limitFields } = createLimit.input.shape;

/** A limit in a file. Rules of one user or token are not in files: their ids belong to one database. */
export const limitShape = z
  .strictObject({
    name: name(64),
    scope: z.enum(limitScopes),
    /** The name of a group or a channel, or `each`. */
    scope_id: z.string().trim().default(''),
    models: z.array(z.string()).default([]),
    ...limitFields,
  })
  .refine(({ scope, scope_id }) => !['user', 'token'].includes(scope) || scope_id === 'each', {
    path: ['scope_id'],
    when: isMap,
    error: 'rules of one user or token are set in the console',
  });
export type LimitShape = z.output<typeof limitShape>;

const amount = z.number().min(0).refine(isPriceAmount, 'no price is that small or large').optional();

/** A price as the book has it: dollars per million prompt tokens, per call or per second; the rest as shares. */
export const priceShape = z
  .strictObject({
    input: amount,
    output_ratio: z.number().min(0).optional(),
    cache_read_ratio: z.number().min(0).optional(),
    cache_write_ratio: z.number().min(0).optional(),
    cache_write_hour_ratio: z.number().min(0).optional(),
    per_call: amount,
    per_second: amount,
  })
  .refine((price) => !complainOfPrice(price), {
    when: isMap,
    error: ({ input }) => complainOfPrice(input as PriceFields),
  })
  .nullable();
export type PriceShape = z.output<typeof priceShape>;
interface PriceFields {
  input?: number | undefined;
  per_call?: number | undefined;
  per_second?: number | undefined;
}

const option = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.array(z.json()),
  z.record(z.string(), z.json()),
]);

export type OptionShape = z.output<typeof option>;

export const optionsShape = z.record(z.string(), option).superRefine((sent, issues) => {
  for (const [key, value] of Object.entries(sent)) {
    const message = complainOfOption(key, value);
    if (message) issues.addIssue({ code: 'custom', path: [key], message });
  }
});
export const pricesShape = z.record(z.string().min(1).max(255), priceShape);

/** The file around its parts, each of which has a shape of its own. */
export const fileShape = z.strictObject({
  version: z.literal(1),
  options: z.record(z.string(), z.unknown()).optional(),
  prices: z.record(z.string(), z.unknown()).optional(),
  channels: z.array(z.unknown()).optional(),
  limits: z.array(z.unknown()).optional(),
});

/** A price is of tokens, of calls or of seconds; the book would pass over the rest. */
function complainOfPrice({ input, per_call, per_second, ...shares }: PriceFields) {
  const units = Object.entries({ input, per_call, per_second }).filter(([, of]) => of !== undefined);
  const [share] = Object.entries(shares).find(([, of]) => of !== undefined) ?? [];
  if (units.length > 1) return `a price has one of input, per_call and per_second, not ${namesOf(units)}`;
  if (share && input === undefined) return `${share} is a share of input: write input too, or leave it out`;
  if (units.length === 0) return 'a price has input, per_call or per_second; null takes the price away';
  return undefined;
}

function namesOf(entries: readonly [string, unknown][]): string {
  return entries.map(([name]) => name).join(' and ');
}

function complainOfOption(key: string, value: unknown): string | undefined {
  if (!isOptionKey(key)) return 'there is no such option';
  if (!isDeclarable(key)) return 'prices of models are declared below prices';
  if (!options[key].secret) return undefined;
  return reference.safeParse(value).error?.issues[0]?.message;
}

/** Prices have a section of their own, which says more than these options. */
export function isDeclarable(key: OptionKey): boolean {
  return !isBookKey(key) || key === 'PriceAdjustments';
}
