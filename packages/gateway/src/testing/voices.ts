import type { Vendor } from './fault-lab.ts';
import { recordedStreams } from './recorded-streams.ts';

/** The answer of one vendor, "one two three", in pieces. */
export interface Voice {
  begin: string[];
  end: string[];
  error: string;
  plain: Record<string, unknown>;
  /** The same answer with this usage, or without any. */
  withUsage(usage: 'none' | 'absurd'): { plain: object; end: string[] };
}

const message = {
  type: 'message',
  role: 'assistant',
  model: 'm',
  stop_reason: 'end_turn',
  stop_sequence: null,
};
const content = [{ type: 'text', text: 'one two three' }];
const choices = [
  { index: 0, message: { role: 'assistant', content: 'one two three' }, finish_reason: 'stop' },
];
const candidates = [
  { content: { role: 'model', parts: [{ text: 'one two three' }] }, finishReason: 'STOP', index: 0 },
];
const plain = {
  openai: { id: 'c1', object: 'chat.completion', created: 1, model: 'm', choices },
  claude: { id: 'msg_1', ...message, content },
  gemini: { candidates, responseId: 'r1' },
};
const usages = {
  openai: { member: 'usage', true: { prompt_tokens: 9, completion_tokens: 3 }, input: 'prompt_tokens' },
  claude: { member: 'usage', true: { input_tokens: 9, output_tokens: 3 }, input: 'input_tokens' },
  gemini: {
    member: 'usageMetadata',
    true: { promptTokenCount: 9, candidatesTokenCount: 3 },
    input: 'promptTokenCount',
  },
};

export function voiceOf(vendor: Vendor): Voice {
  const { member, true: usage, input } = usages[vendor];
  const { begin, end, endUncounted, error } = recordedStreams[vendor];
  const absurd = Object.fromEntries(Object.keys(usage).map((field) => [field, field === input ? -5 : 9e12]));
  return {
    begin,
    end,
    error,
    plain: { ...plain[vendor], [member]: usage },
    withUsage: (kind) => ({
      plain: { ...plain[vendor], ...(kind === 'absurd' && { [member]: absurd }) },
      end: endUncounted,
    }),
  };
}
