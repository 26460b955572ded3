import type { OptionValues } from '@tollgate/contract/options';
import { outputLimitOf } from '../../modules/models/output-limits.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { DialectId } from '../providers/provider.ts';

/** Tokens of all answers of one call together. */
export interface AnswerLength {
  readonly source: 'request' | 'model' | 'none';
  readonly tokens: number;
  /** Sufficient when the balance does not cover `tokens`; equals `tokens` when a limit is set. */
  readonly comfortable: number;
  readonly least: number;
}

/** Endpoints that return text of a length that can be limited. */
const writing = new Set<DialectId | 'own'>([
  ...(['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini', 'completions'] as const),
]);

/**
 * Tokens that a call gets before other calls get any, when its whole length is not affordable. Most answers
 * are shorter.
 */
const COMFORTABLE_TOKENS = 8192;
/** OpenAI refuses a lower `max_output_tokens`. */
const LEAST_TOKENS = 16;
/** The default of completions: https://platform.openai.com/docs/api-reference/completions/create#completions-create-max_tokens */
const COMPLETION_TOKENS = 16;
/** A model name with this suffix enables reasoning and raises a lower limit to this one. */
const THINKING_SUFFIX = '-thinking';
const THINKING_TOKENS = 1280;

export function writesText(native: DialectId | 'own'): boolean {
  return writing.has(native);
}

/** Tokens of all answers together with the lowest limit that a caller can set. */
export function lowestLimitOf(options: OptionValues, relayRequest: RelayRequest, dialect: DialectId): number {
  const perAnswer = dialect === 'openai-responses' ? LEAST_TOKENS : 1;
  return raised(options, relayRequest.model, perAnswer * relayRequest.choices);
}

/** Returns how long the answers of a call can be, by the caller's limit or the model's maximum. */
export function lengthOf(
  options: OptionValues,
  relayRequest: RelayRequest,
  dialect: DialectId,
): AnswerLength {
  const { maxOutput, choices, model } = relayRequest;
  const specified = options.PreConsumedQuota * choices;
  // It has no limit to set, and the whole of it is charged.
  if (dialect === 'responses/compact') return exactly('none', outputLimitOf(model).tokens);
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
