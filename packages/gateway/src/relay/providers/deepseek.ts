import type { Quirks } from './openai-quirks.ts';
import { isRecord } from './openai-usage.ts';

type Json = Readonly<Record<string, unknown>>;

/** https://api-docs.deepseek.com */
export const deepseek: Quirks = {
  cachedInputField: 'prompt_cache_hit_tokens',
  endpoints: { completions: '/beta/completions' },
  conversionEdits: writeSchema,
  reasoningHistory: 'with-tool-calls',
  seesPictures: (model) => model.includes('vision'),
};

/**
 * DeepSeek guarantees JSON but no schema, and wants the word in the prompt. So the prompt has the schema:
 * https://api-docs.deepseek.com/guides/json_mode
 */
function writeSchema({ messages, response_format: format }: Json): [string, unknown][] {
  if (!isRecord(format) || format.type !== 'json_schema' || !isRecord(format.json_schema)) return [];
  const schema = JSON.stringify(format.json_schema.schema);
  const content = `Answer with JSON only, valid for this JSON schema:\n${schema}`;
  return [
    ['response_format', { type: 'json_object' }],
    ['messages', [{ role: 'system', content }, ...(messages as unknown[])]],
  ];
}
