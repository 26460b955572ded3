import { type ChatCall, type Content, Untellable } from '../../core/chat.ts';

export interface PlainMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

/** The conversation for vendors that know texts only. @throws {Untellable} for tools, pictures, sound and files. */
export function plainMessages({ messages, tools }: ChatCall): PlainMessage[] {
  if (tools.length > 0) throw new Untellable('tools');
  return messages.map(({ role, content }) => ({
    role: role === 'tool' ? 'user' : role,
    content: plainText(content),
  }));
}

/**
 * For vendors that cannot be told where to stop, or in which form to answer: the caller would take what comes for what
 * was asked for. @throws {Untellable}
 */
export function refuseRules({ stop, responseFormat }: ChatCall, knows: { stop?: boolean } = {}): void {
  if (stop.length > 0 && !knows.stop) throw new Untellable('stop');
  if (responseFormat && responseFormat.type !== 'text') throw new Untellable('response-format');
}

/** The texts of a message. Thoughts of earlier answers are another's. @throws {Untellable} */
export function plainText(content: readonly Content[]): string {
  return content.flatMap(textOf).join('\n');
}

/** What all system messages say, and the rest: neighbours of one role are joined, the user begins and ends. */
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
      throw new Untellable('tools');
    case 'audio-data':
      throw new Untellable('audio');
    case 'file':
    case 'file-data':
      throw new Untellable('file');
    default:
      throw new Untellable('image-url');
  }
}
