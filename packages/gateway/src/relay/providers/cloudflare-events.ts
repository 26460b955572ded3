import { parseText } from '../../core/parse-text.ts';

/**
 * Converts events of Workers AI, which hold only the text, to events of OpenAI's completions. Handles whole
 * lines only; passes anything but text and usage events unchanged.
 */
export function cloudflareEvents(): (bytes: Buffer) => Buffer {
  let kept = Buffer.alloc(0);
  return (bytes) => {
    kept = Buffer.concat([kept, bytes]);
    const end = kept.lastIndexOf('\n') + 1;
    const lines = kept.toString('utf8', 0, end).split('\n');
    kept = kept.subarray(end);
    return Buffer.from(lines.map(translator).join('\n'));
  };
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
