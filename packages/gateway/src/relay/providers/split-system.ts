import type { ChatMessage, Content } from '../../core/chat.ts';

/**
 * Separates the instructions from the turns, for vendors that take them in different fields. Such vendors refuse
 * a request without a turn, while OpenAI answers it: instructions alone are therefore the user's turn.
 */
export function splitSystem(messages: readonly ChatMessage[]): { system: Content[]; turns: ChatMessage[] } {
  const turns = messages.filter(({ role }) => role !== 'system');
  if (turns.length === 0) return { system: [], turns: messages.map((each) => ({ ...each, role: 'user' })) };
  const system = messages.filter(({ role }) => role === 'system').flatMap(({ content }) => content);
  return { system, turns };
}
