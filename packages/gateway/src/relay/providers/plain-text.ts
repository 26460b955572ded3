import { type ChatCall, type Content, UnsupportedFeatureError } from '../../core/chat.ts';

export interface PlainMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/**
 * Converts the conversation for text-only vendors. @throws {UnsupportedFeatureError} for tools, pictures,
 * audio and files
 */
export function plainMessages({ messages, tools }: ChatCall): PlainMessage[] {
  if (tools.length > 0) throw new UnsupportedFeatureError('tools');
  return messages.map(({ role, content }) => ({
    role: role === 'tool' ? 'user' : role,
    content: plainText(content),
  }));
}

/**
 * Asserts that a call has no stop sequences or response format, for vendors without them: the caller would
 * mistake the answer for the requested one. @throws {UnsupportedFeatureError}
 */
export function refuseRules({ stop, responseFormat }: ChatCall, knows: { stop?: boolean } = {}): void {
  if (stop.length > 0 && !knows.stop) throw new UnsupportedFeatureError('stop');
  if (responseFormat && responseFormat.type !== 'text') throw new UnsupportedFeatureError('response-format');
}

/** Joins the texts of a message, without reasoning of earlier answers. @throws {UnsupportedFeatureError} */
export function plainText(content: readonly Content[]): string {
  return content.flatMap(textOf).join('\n');
}

/** Separates system messages from the rest: joins adjacent turns of one role, the user begins and ends. */
export function alternating(messages: readonly PlainMessage[]): { system: string; turns: PlainMessage[] } {
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const turns: PlainMessage[] = [];
  for (const message of messages) {
    if (message.role === 'system' || message.content === '') continue;
    const last = turns.at(-1);
    if (last?.role === message.role) last.content += `\n${message.content}`;
    else turns.push({ ...message });
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: '...' });
  return { system: system.join('\n'), turns };
}

function textOf(item: Content): string[] {
  switch (item.type) {
    case 'text':
      return [item.text];
    case 'reasoning':
    case 'sealed-reasoning':
      return [];
    case 'tool-call':
    case 'tool-result':
      throw new UnsupportedFeatureError('tools');
    case 'audio-data':
      throw new UnsupportedFeatureError('audio');
    case 'file':
    case 'file-data':
      throw new UnsupportedFeatureError('file');
    default:
      throw new UnsupportedFeatureError('image-url');
  }
}
