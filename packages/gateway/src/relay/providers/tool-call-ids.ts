import { createHash } from 'node:crypto';
import type { ChatMessage, Content } from '../../core/chat.ts';

/**
 * Replaces ids of tool calls that a vendor would refuse, because another vendor made them. A call and its
 * result have the same id before and after, and so do later requests of the conversation.
 */
export function withFittingIds(messages: ChatMessage[], allowed: RegExp): ChatMessage[] {
  const isWrong = (item: Content) =>
    (item.type === 'tool-call' || item.type === 'tool-result') && !allowed.test(item.id);
  return messages.map((message) =>
    message.content.some(isWrong)
      ? { ...message, content: message.content.map((item) => (isWrong(item) ? renamed(item) : item)) }
      : message,
  );
}

function renamed(item: Content): Content {
  if (item.type !== 'tool-call' && item.type !== 'tool-result') return item;
  const hash = createHash('sha256').update(item.id).digest('hex').slice(0, 24);
  return { ...item, id: `call_${hash}` };
}
