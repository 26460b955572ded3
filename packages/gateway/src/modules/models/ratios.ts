import type { PricedOptions } from './book/price-book.ts';

/** The ratio of a model without one: high on purpose, and refused unless the operator accepted it. */
export const UNSET_MODEL_RATIO = 37.5;
/** Price of an audio token in the answer relative to one in the prompt. */
export const AUDIO_COMPLETION_RATIO = 2;

/** Price of an audio token relative to a text token; 1 for models that do not price them separately. */
export function audioRatio(model: string): number {
  const hasAudio = model.startsWith('gpt-4o-audio') || model.startsWith('gpt-4o-mini-audio');
  const isRealtime = model.includes('-realtime');
  if (!hasAudio && !isRealtime) return 1;
  if (model.endsWith('gpt-4o-realtime-preview-2024-12-17')) return 8;
  if (model.endsWith('gpt-4o-audio-preview-2024-12-17')) return 16;
  if (!model.includes('mini')) return isRealtime ? 20 : 40;
  return isRealtime ? 10 / 0.6 : 10 / 0.15;
}

/** Custom GPTs share one row in the price tables. */
export function priceName(model: string): string {
  if (model.startsWith('gpt-4o-gizmo')) return 'gpt-4o-gizmo-*';
  if (model.startsWith('gpt-4-gizmo')) return 'gpt-4-gizmo-*';
  return model;
}

/**
 * Price of a token of the answer relative to one of the prompt. Ratios that follow from a vendor's names take
 * precedence over the map, unless the name has a vendor before a slash; a model without either costs the same
 * for both. A price that somebody set or took over in dollars always counts as it is.
 */
export function completionRatio(options: PricedOptions, model: string): number {
  const entry = options.book?.versions.get(model);
  if (entry && entry.output_ratio !== null && !mapSources.has(entry.source)) return entry.output_ratio;
  const set = options.CompletionRatio.get(model);
  if (model.includes('/') && set !== undefined) return set;
  const rule = rules.find(([applies]) => applies(model));
  if (rule?.[2]) return rule[1];
  return set ?? rule?.[1] ?? 1;
}

/** Sources of prices that were ratios: the maps of the options, and those that this version began with. */
const mapSources: ReadonlySet<string> = new Set(['settings', 'shipped']);

type Rule = [applies: (model: string) => boolean, ratio: number, fixed: boolean];

const starts = (prefix: string) => (model: string) => model.startsWith(prefix);
const contains = (part: string) => (model: string) => model.includes(part);
const is = (name: string) => (model: string) => model === name;
const sharesGpt4 = (model: string) => /^gpt-4.*-(all|gizmo-\*)$/.test(model);

/** The first rule that applies decides. */
const rules: Rule[] = [
  [sharesGpt4, 1, false],
  [is('gpt-4o-2024-05-13'), 3, true],
  [starts('gpt-4o'), 4, true],
  [starts('gpt-4.5-preview'), 2, true],
  [(model) => model.startsWith('gpt-4-turbo') || /gpt-4-110[56]$/.test(model), 3, true],
  [starts('gpt-4'), 2, false],
  [starts('o1'), 4, true],
  [starts('o3'), 4, true],
  [is('chatgpt-4o-latest'), 3, true],
  [contains('claude-instant-1'), 3, true],
  [contains('claude-2'), 3, true],
  [contains('claude-3'), 5, true],
  [(model) => model === 'gpt-3.5-turbo' || (model.startsWith('gpt-3.5') && model.endsWith('0125')), 3, true],
  [(model) => model.startsWith('gpt-3.5') && model.endsWith('1106'), 2, true],
  [starts('gpt-3.5'), 4 / 3, true],
  [starts('mistral-'), 3, false],
  [starts('gemini-1.5'), 4, true],
  [starts('gemini-2.0'), 4, true],
  [starts('gemini-2.5-pro-preview'), 8, true],
  [starts('gemini-'), 4, false],
  [is('command-r'), 3, true],
  [is('command-r-plus'), 5, true],
  [is('command-r-08-2024'), 4, true],
  [is('command-r-plus-08-2024'), 4, true],
  [starts('command'), 4, false],
  [(model) => /^deepseek-(chat|reasoner)$/i.test(model), 4, true],
  [(model) => /^ERNIE-(Speed-|Lite-|Character|Functions)/.test(model), 2, true],
  [is('llama2-70b-4096'), 1.25, true],
  [is('llama3-8b-8192'), 2, true],
  [is('llama3-70b-8192'), 0.79 / 0.59, true],
];
