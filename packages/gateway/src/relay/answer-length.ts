import type { OptionValues } from '@tollgate/contract/options';
import { outputLimitOf } from '../services/output-limits.ts';
import type { Asked } from './dialects/dialect.ts';
import type { DialectId } from './providers/provider.ts';

/** Tokens that the answers of one call may have, all answers together. */
export interface AnswerLength {
  readonly source: 'request' | 'model' | 'none';
  readonly tokens: number;
  /** What is enough when the balance does not cover `tokens`; the same as `tokens` when a limit is known. */
  readonly comfortable: number;
  readonly least: number;
}

/** Endpoints whose answers are texts of a length that can be limited. */
const writing = new Set<DialectId | 'own'>([
  ...(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini', 'completions'] as const),
]);

/** A call that cannot have its whole length gets this much of it before others get anything: most answers are shorter. */
const COMFORTABLE_TOKENS = 8192;
/** OpenAI refuses a lower `max_output_tokens`. */
const LEAST_TOKENS = 16;
/** The default of completions: https://platform.openai.com/docs/api-reference/completions/create#completions-create-max_tokens */
const COMPLETION_TOKENS = 16;
/** A name with this ending turns thoughts on and raises a lower limit to this one. */
const THINKING_SUFFIX = '-thinking';
const THINKING_TOKENS = 1280;

export function writesText(native: DialectId | 'own'): boolean {
  return writing.has(native);
}

/** Tokens of all answers together with the lowest limit that a caller can set. */
export function lowestLimitOf(options: OptionValues, asked: Asked, dialect: DialectId): number {
  const perAnswer = dialect === 'openai-responses' ? LEAST_TOKENS : 1;
  return raised(options, asked.model, perAnswer * asked.choices);
}

/** How long the answers of a call can be: as the caller says, or as the model allows. */
export function lengthOf(options: OptionValues, asked: Asked, dialect: DialectId): AnswerLength {
  const { maxOutput, choices, model } = asked;
  const specified = options.PreConsumedQuota * choices;
  if (!writesText(dialect)) return exactly('none', maxOutput ?? specified);
  if (maxOutput !== undefined) return exactly('request', raised(options, model, maxOutput));
  // Longer answers than the default are impossible, so `PreConsumedQuota` does not apply.
  if (hasShortDefault(model, dialect)) return exactly('model', COMPLETION_TOKENS * choices);
  const tokens = Math.max(specified, outputLimitOf(model).tokens * choices);
  const least = Math.min(tokens, Math.max(specified, LEAST_TOKENS * choices));
  return { source: 'model', tokens, least, comfortable: Math.min(tokens, COMFORTABLE_TOKENS * choices) };
}

function exactly(source: AnswerLength['source'], tokens: number): AnswerLength {
  return { source, tokens, comfortable: tokens, least: tokens };
}

/** Whether an answer without a limit ends after `COMPLETION_TOKENS`. */
function hasShortDefault(model: string, dialect: DialectId): boolean {
  return dialect === 'completions' && /^(gpt-3\.5-turbo-instruct|(davinci|babbage)-002)/.test(model);
}

function raised(options: OptionValues, model: string, maxOutput: number): number {
  const isThinking = model.endsWith(THINKING_SUFFIX) && options['claude.thinking_adapter_enabled'];
  return isThinking ? Math.max(maxOutput, THINKING_TOKENS) : maxOutput;
}
