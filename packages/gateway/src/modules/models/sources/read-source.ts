import { isFreeInputCharged, isPriceAmount, type ListedPrice } from '@tollgate/contract';
import { NOTHING, tidy } from '../book/listed-price.ts';
import type { ModelFacts } from '../repository/models.ts';

/** A model of a source. */
export interface SourceModel {
  readonly price: ListedPrice;
  readonly facts: ModelFacts;
  /** The day of its figures where it is not that of the source. Empty: not known. */
  readonly date?: string;
}

export type SourceModels = ReadonlyMap<string, SourceModel>;

/**
 * Reads prices of any of the four formats: models.dev, LiteLLM's map, OpenRouter's list of models, and `/api/pricing` of
 * a gateway. Whatever cannot be a price is left out. Undefined when nothing is left, or the text is no JSON at all.
 */
export function readSource(json: unknown): SourceModels | undefined {
  const models = new Map<string, SourceModel>();
  const add = (name: string, price: Partial<ListedPrice>, facts: ModelFacts = {}) => {
    if (models.size >= MAX_MODELS || !isName(name) || models.has(name)) return;
    const listed = { ...NOTHING, ...price };
    if (units.filter((unit) => listed[unit] !== null).length !== 1 || isFreeInputCharged(listed)) return;
    if (Object.values(listed).some((dollars) => dollars !== null && !isPriceAmount(dollars))) return;
    models.set(name, { price: listed, facts });
  };
  if (!isObject(json)) return undefined;
  if (Array.isArray(json.data)) for (const row of json.data.slice(0, MAX_MODELS)) readListRow(row, add);
  else for (const [name, row] of Object.entries(json).slice(0, MAX_MODELS)) readMapRow(name, row, add);
  return models.size > 0 ? models : undefined;
}

type Add = (name: string, price: Partial<ListedPrice>, facts?: ModelFacts) => void;

/** A row of OpenRouter, or of a gateway. */
function readListRow(row: unknown, add: Add): void {
  if (!isObject(row)) return;
  if (typeof row.model_name === 'string') {
    readGatewayRow(row.model_name, row, add);
    return;
  }
  const { id, pricing } = row;
  if (typeof id !== 'string' || !isObject(pricing)) return;
  const price = {
    input: perToken(pricing.prompt),
    output: perToken(pricing.completion),
    cache_read: perToken(pricing.input_cache_read),
    cache_write: perToken(pricing.input_cache_write),
  };
  const limits = isObject(row.top_provider) ? row.top_provider : {};
  const facts = factsOf(row.context_length, limits.max_completion_tokens, row.expiration_date);
  for (const name of namesOf(id)) add(name, price, facts);
}

function readGatewayRow(name: string, row: Fields, add: Add): void {
  if (row.quota_type === 1) {
    const dollars = amount(row.model_price);
    add(name, row.unit === 'second' ? { per_second: dollars } : { per_call: dollars });
    return;
  }
  const input = amount(row.model_ratio, 2);
  const ratio = amount(row.completion_ratio);
  if (input === null || row.unpriced === true) return;
  add(name, { input, output: ratio === null ? null : tidy(input * ratio) });
}

/** A provider of models.dev with its models, or a model of LiteLLM. */
function readMapRow(key: string, row: unknown, add: Add): void {
  if (!isObject(row)) return;
  if (isObject(row.models)) {
    for (const [id, model] of Object.entries(row.models).slice(0, MAX_MODELS))
      readModelsDev(key, id, model, add);
    return;
  }
  const input = perToken(row.input_cost_per_token);
  const price = {
    input,
    // Models that listen are listed with a price per token of text too, which may be 0.
    ...(!input &&
      row.mode === 'audio_transcription' && { input: null, per_second: amount(row.input_cost_per_second) }),
    output: perToken(row.output_cost_per_token),
    cache_read: perToken(row.cache_read_input_token_cost),
    cache_write: perToken(row.cache_creation_input_token_cost),
    cache_write_hour: perToken(row.cache_creation_input_token_cost_above_1hr),
  };
  const facts = factsOf(row.max_input_tokens, row.max_output_tokens, row.deprecation_date);
  for (const name of namesOf(key)) add(name, price, facts);
}

function readModelsDev(provider: string, id: string, model: unknown, add: Add): void {
  if (!isObject(model) || !isObject(model.cost)) return;
  const { cost } = model;
  const limit = isObject(model.limit) ? model.limit : {};
  const price = {
    input: amount(cost.input),
    output: amount(cost.output),
    cache_read: amount(cost.cache_read),
    cache_write: amount(cost.cache_write),
  };
  const facts = factsOf(limit.context, limit.output, undefined);
  add(`${provider}/${id}`, price, facts);
  if (makers.has(provider)) add(id, price, facts);
}

/** A model is known by its own name too where its maker sells it. */
function namesOf(id: string): string[] {
  const [provider = '', ...rest] = id.split('/');
  return rest.length > 0 && makers.has(provider) ? [id, rest.join('/')] : [id];
}

/** Providers that sell what they make, by their names in the sources. Hosts of models of others ask other prices. */
const makers: ReadonlySet<string> = new Set(
  [
    'openai anthropic gemini google deepseek xai x-ai moonshot moonshotai mistral mistralai zai z-ai zhipuai minimax',
    'dashscope alibaba qwen perplexity cohere volcengine bytedance tencent baidu jina voyage stepfun',
  ].flatMap((line) => line.split(' ')),
);

function factsOf(context: unknown, maxOutput: unknown, deprecated: unknown): ModelFacts {
  const size = (value: unknown) =>
    Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
  const [window, output] = [size(context), size(maxOutput)];
  const isDay = typeof deprecated === 'string' && /^20\d\d-\d\d-\d\d$/.test(deprecated);
  return {
    ...(window !== undefined && { context: window }),
    ...(output !== undefined && { max_output: output }),
    ...(isDay && { deprecated }),
  };
}

function perToken(value: unknown): number | null {
  return amount(value, 1_000_000);
}

/** A number, or one as text. Anything negative, endless or absurd is no price. */
function amount(value: unknown, times = 1): number | null {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '' || value.length > 40))
    return null;
  const dollars = Number(value) * times;
  return isPriceAmount(dollars) ? tidy(dollars) : null;
}

function isName(name: string): boolean {
  return (
    name.length > 0 &&
    name.length <= 255 &&
    /^[^\p{C}]+$/u.test(name) &&
    !name.endsWith('*') &&
    !reserved.has(name)
  );
}

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

const units = ['input', 'per_call', 'per_second'] as const;
const reserved: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype', 'sample_spec']);
const MAX_MODELS = 20_000;
