import type { Target } from './target.ts';

/** The reasoning setting in a gateway model name, and Google's name of the model. */
export interface Thinking {
  model: string;
  /** Google's `thinkingConfig`; `undefined` when the name has no reasoning setting. */
  config: Readonly<Record<string, unknown>> | undefined;
}

/** The minimum reasoning budget of a large model of 2.5. */
const LEAST_OF_PRO = 128;
/** The model chooses its own reasoning budget. */
const DYNAMIC = -1;

/**
 * Reads the suffix of a model name: `-thinking` enables reasoning, `-thinking-2048` sets its budget in
 * tokens. `-nothinking` disables it, or sets the minimum where a model always reasons.
 */
export function readThinking({ model, options }: Target, maxOutput: number | undefined): Thinking {
  const parts = options['gemini.thinking_adapter_enabled']
    ? /^(.+?)-(?:(no)?thinking)(?:-(\d{1,6}))?$/.exec(model)
    : null;
  if (!parts?.[1]) return { model, config: undefined };
  const [, name, none, budget] = parts;
  const levels = versionOf(name) >= 3;
  if (none) return { model: name, config: leastOf(name, levels) };
  if (levels && budget === undefined)
    return { model: name, config: { thinkingLevel: 'high', includeThoughts: true } };
  const share = options['gemini.thinking_adapter_budget_tokens_percentage'];
  const tokens = budget ? Number(budget) : maxOutput === undefined ? DYNAMIC : Math.floor(maxOutput * share);
  return { model: name, config: { thinkingBudget: tokens, includeThoughts: true } };
}

/** The same for a body in Google's format, which may set more about reasoning than a name. */
export function thinkingEdits(body: Readonly<Record<string, unknown>>, target: Target): [string, unknown][] {
  const sent = (body.generationConfig ?? {}) as { maxOutputTokens?: unknown; thinkingConfig?: unknown };
  const limit = typeof sent.maxOutputTokens === 'number' ? sent.maxOutputTokens : undefined;
  const { config } = readThinking(target, limit);
  if (!config || sent.thinkingConfig !== undefined) return [];
  return [['generationConfig', { ...sent, thinkingConfig: config }]];
}

/** The generation of a model; aliases such as `gemini-flash-latest` name the newest. */
export function versionOf(model: string): number {
  if (/^gemini-(pro|flash|flash-lite)-latest$/.test(model)) return Number.POSITIVE_INFINITY;
  return Number(/^gemini-(\d+)/.exec(model)?.[1] ?? 0);
}

function leastOf(model: string, levels: boolean): Readonly<Record<string, unknown>> {
  if (levels) return { thinkingLevel: 'minimal' };
  return { thinkingBudget: model.includes('pro') ? LEAST_OF_PRO : 0 };
}
