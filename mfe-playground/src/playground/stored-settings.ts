import { type ChatSettings, efforts } from './chat-message.ts';
import { MAX_LANES } from './lanes.ts';

/**
 * Merges stored or exported settings into the defaults. Ignores values of another type.
 *
 * @throws {SyntaxError} when the text is no JSON object
 */
export function readSettings(text: string, defaults: ChatSettings): ChatSettings {
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored))
    throw new SyntaxError('not a JSON object');
  const fields = stored as Record<string, unknown>;
  return {
    model: textOr(fields.model, defaults.model),
    group: textOr(fields.group, defaults.group),
    temperature: numberOr(fields.temperature, 1, defaults.temperature),
    maxTokens: Math.trunc(numberOr(fields.maxTokens, MAX_TOKENS, defaults.maxTokens)),
    systemPrompt: textOr(fields.systemPrompt, defaults.systemPrompt),
    extraBody: textOr(fields.extraBody, defaults.extraBody),
    compare: Array.isArray(fields.compare)
      ? fields.compare.filter((model) => typeof model === 'string').slice(0, MAX_LANES - 1)
      : defaults.compare,
    topP: numberOr(fields.topP, 1, defaults.topP),
    frequencyPenalty: penaltyOr(fields.frequencyPenalty, defaults.frequencyPenalty),
    presencePenalty: penaltyOr(fields.presencePenalty, defaults.presencePenalty),
    effort: efforts.find((effort) => effort === fields.effort) ?? defaults.effort,
  };
}

/** The maximum of the panel. */
export const MAX_TOKENS = 1_000_000;

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** From 0 to `most`. */
function numberOr(value: unknown, most: number, otherwise: number): number {
  return typeof value === 'number' && value >= 0 && value <= most ? value : otherwise;
}

function penaltyOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' && Math.abs(value) <= 2 ? value : otherwise;
}
