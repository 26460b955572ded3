import type { Target } from './target.ts';

/** What a name of ours asks for, and the name that Google knows. */
export interface Thinking {
  model: string;
  /** Google's `thinkingConfig`; `undefined` when the name says nothing of thoughts. */
  config: Readonly<Record<string, unknown>> | undefined;
}

/** The least of thoughts that a large model of 2.5 can do. */
const LEAST_OF_PRO = 128;
/** As many as the model likes. */
const DYNAMIC = -1;

/**
 * `-thinking` behind a name asks for thoughts, `-thinking-2048` for so many tokens of them, `-nothinking` for none or,
 * where a model always thinks, as few as it can.
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

/** The same for a body in Google's own words, which may say more of thoughts than a name. */
export function thinkingEdits(body: Readonly<Record<string, unknown>>, target: Target): [string, unknown][] {
  const sent = (body.generationConfig ?? {}) as { maxOutputTokens?: unknown; thinkingConfig?: unknown };
  const limit = typeof sent.maxOutputTokens === 'number' ? sent.maxOutputTokens : undefined;
  const { config } = readThinking(target, limit);
  if (!config || sent.thinkingConfig !== undefined) return [];
  return [['generationConfig', { ...sent, thinkingConfig: config }]];
}

export function versionOf(model: string): number {
  return Number(/^gemini-(\d+)/.exec(model)?.[1] ?? 0);
}

function leastOf(model: string, levels: boolean): Readonly<Record<string, unknown>> {
  if (levels) return { thinkingLevel: 'minimal' };
  return { thinkingBudget: model.includes('pro') ? LEAST_OF_PRO : 0 };
}
