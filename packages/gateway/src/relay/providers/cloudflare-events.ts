import { parseText } from '../../core/parse-text.ts';
import { createBlockGate } from './whole-blocks.ts';

/**
 * Converts events of Workers AI, which hold only the text, to events of OpenAI's completions. Handles whole
 * lines only; passes anything but text and usage events unchanged.
 *
 * @throws {RangeError} for a line without an end
 */
export function cloudflareEvents(): (bytes: Buffer) => Buffer {
  const take = createBlockGate('\n');
  return (bytes) => Buffer.from(take(bytes).split('\n').map(translator).join('\n'));
}

function translator(line: string): string {
  const json = /^data:\s*(\{.*\})\s*$/.exec(line)?.[1];
  if (!json) return line;
  const { response, usage } = parseText(json) as { response?: unknown; usage?: unknown };
  if (typeof response !== 'string') return line;
  const facts = { id: 'cmpl-run', object: 'text_completion', created: 0 };
  const choice = { index: 0, text: response, logprobs: null, finish_reason: null };
  const text = `data: ${JSON.stringify({ ...facts, choices: [choice] })}`;
  if (!usage) return text;
  const end = { ...facts, choices: [{ ...choice, finish_reason: 'stop' }] };
  return `data: ${JSON.stringify(end)}\n\ndata: ${JSON.stringify({ ...facts, choices: [], usage })}`;
}
