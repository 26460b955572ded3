import { isReasoning } from '../../core/openai-models.ts';
import { outputLimitOf } from '../../modules/models/output-limits.ts';
import type { CallHold } from '../metering/bill.ts';
import type { Operation } from '../providers/provider.ts';

type Json = Readonly<Record<string, unknown>>;
type Edit = [field: string, value: unknown];
export type HeldLength = Pick<CallHold, 'length' | 'outputTokens' | 'choices'>;

/** The limit of one answer at one upstream. */
export interface LengthLimit {
  readonly tokens: number;
  /** The request must contain it. Otherwise only higher limits of a channel or a conversion are lowered. */
  readonly isRequired: boolean;
}

/** Returns the limit that keeps an answer within its hold, or `undefined` without a need for one. */
export function limitFor(
  held: HeldLength | undefined,
  model: string,
  upstreamModel: string,
): LengthLimit | undefined {
  if (!held || held.length === 'none') return undefined;
  const tokens = Math.floor(held.outputTokens / held.choices);
  return { tokens, isRequired: isRequired(held, tokens, model, upstreamModel) };
}

/** A model that cannot write more than is held needs no limit. */
function isRequired({ length }: HeldLength, tokens: number, model: string, upstreamModel: string): boolean {
  if (length === 'request' || (length === 'model' && model === upstreamModel)) return false;
  const limit = outputLimitOf(upstreamModel);
  return limit.tokens > tokens || (length === 'balance' && limit.isAssumed);
}

/**
 * Returns the name that decides which field a model takes. A deployment may have any name, and its callers
 * name the model.
 */
export function documentedName(model: string, upstreamModel: string): string {
  return outputLimitOf(upstreamModel).isAssumed ? model : upstreamModel;
}

/**
 * Returns the top-level fields that must change so that no answer exceeds the limit. Keeps a lower limit. Of
 * OpenAI's two fields, reasoning models accept only the newer:
 * https://platform.openai.com/docs/api-reference/chat/create
 */
export function limitEdits(
  native: Operation['native'],
  body: Json,
  model: string,
  { tokens, isRequired }: LengthLimit,
): Edit[] {
  switch (native) {
    case 'openai-chat':
    case 'completions': {
      const lowered = lower(body, chatFields, tokens);
      if (!isRequired || chatFields.some((field) => isLimit(body[field]))) return lowered;
      return [[isReasoning(model) && native === 'openai-chat' ? MAX_COMPLETION : MAX, tokens]];
    }
    case 'openai-responses':
      return limitField(body, 'max_output_tokens', tokens, isRequired);
    case 'anthropic-messages':
      return limitMessages(body, tokens, isRequired);
    case 'gemini':
      return limitContents(body, tokens, isRequired);
    default:
      return [];
  }
}

const MAX = 'max_tokens';
const MAX_COMPLETION = 'max_completion_tokens';
const chatFields = [MAX_COMPLETION, MAX];
/** Anthropic's minimum reasoning budget. */
const LEAST_THINKING = 1024;

/** Whether the value is a limit. 0 and null mean no limit. */
function isLimit(value: unknown): value is number {
  return typeof value === 'number' && value > 0;
}

function lower(body: Json, fields: readonly string[], tokens: number): Edit[] {
  return fields.flatMap((field): Edit[] => {
    const value = body[field];
    return isLimit(value) && value > tokens ? [[field, tokens]] : [];
  });
}

function limitField(body: Json, field: string, tokens: number, isRequired: boolean): Edit[] {
  return isLimit(body[field]) || !isRequired ? lower(body, [field], tokens) : [[field, tokens]];
}

/** Reasoning is part of the limit, and its budget must be below it. */
function limitMessages(body: Json, tokens: number, isRequired: boolean): Edit[] {
  const edits = limitField(body, MAX, tokens, isRequired);
  const { thinking } = body;
  const { type, budget_tokens: budget } = (thinking ?? {}) as { type?: string; budget_tokens?: number };
  if (edits.length === 0 || type !== 'enabled' || !isLimit(budget) || budget < tokens) return edits;
  if (tokens <= LEAST_THINKING) return [...edits, ['thinking', undefined]];
  const lowered = Math.max(LEAST_THINKING, Math.floor(tokens * 0.8));
  return [...edits, ['thinking', { ...(thinking as object), budget_tokens: lowered }]];
}

/** Google accepts both spellings of its names. */
function limitContents(body: Json, tokens: number, isRequired: boolean): Edit[] {
  const outer = 'generation_config' in body ? 'generation_config' : 'generationConfig';
  const config = (body[outer] ?? {}) as Json;
  const inner = 'max_output_tokens' in config ? 'max_output_tokens' : 'maxOutputTokens';
  const edits = limitField(config, inner, tokens, isRequired);
  return edits.length === 0 ? [] : [[outer, { ...config, ...Object.fromEntries(edits) }]];
}

/** Only one of OpenAI's two limit fields may be sent: that of a channel replaces the added one. */
export function replacedLimit(native: Operation['native'], override: ReadonlyMap<string, unknown>): string[] {
  if (native !== 'openai-chat' || !chatFields.some((field) => override.has(field))) return [];
  return chatFields.filter((field) => !override.has(field));
}
