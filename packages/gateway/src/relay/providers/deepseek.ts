import { jsonInstruction } from './json-instruction.ts';
import type { Quirks } from './openai-quirks.ts';
import { isRecord } from './openai-usage.ts';

type Json = Readonly<Record<string, unknown>>;

/** https://api-docs.deepseek.com */
export const deepseek: Quirks = {
  cachedInputField: 'prompt_cache_hit_tokens',
  endpoints: { completions: '/beta/completions' },
  conversionEdits: deepseekConversion,
  reasoningHistory: 'with-tool-calls',
  seesPictures: (model) => model.includes('vision'),
};

/**
 * Adapts a converted chat. DeepSeek enforces JSON but no schema, and wants the word JSON in the prompt:
 * https://api-docs.deepseek.com/guides/json_mode
 */
export function deepseekConversion({ messages, response_format: format }: Json): [string, unknown][] {
  if (!isRecord(format) || format.type === 'text') return [];
  const { schema } = isRecord(format.json_schema) ? format.json_schema : {};
  const instruction = { role: 'system', content: jsonInstruction(schema) };
  return [
    ['response_format', { type: 'json_object' }],
    ['messages', [instruction, ...(messages as unknown[])]],
  ];
}
