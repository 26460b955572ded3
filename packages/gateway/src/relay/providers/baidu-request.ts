import { type ChatCall, type ChatMessage, UnsupportedFeatureError } from '../../core/chat.ts';
import { plainText } from './plain-text.ts';

interface Message {
  role: 'user' | 'assistant' | 'function';
  content: string;
  name?: string;
  function_call?: { name: string; arguments: string };
}

/**
 * Converts a call to Wenxin's format: one function at a time, the system prompt outside the messages. @throws
 * {UnsupportedFeatureError}
 */
export function encodeWenxin(call: ChatCall): unknown {
  if (typeof call.toolChoice === 'object' || call.toolChoice === 'required')
    throw new UnsupportedFeatureError('tool-choice');
  if (call.responseFormat?.type === 'schema') throw new UnsupportedFeatureError('response-format');
  const system = call.messages
    .filter(({ role }) => role === 'system')
    .map(({ content }) => plainText(content));
  const functions = call.toolChoice === 'none' ? [] : call.tools;
  return {
    messages: turnsOf(call.messages.filter(({ role }) => role !== 'system')),
    ...(system.length > 0 && { system: system.join('\n') }),
    ...(functions.length > 0 && {
      functions: functions.map(({ name, description, parameters }) => ({
        name,
        description: description ?? name,
        parameters: parameters ?? { type: 'object', properties: {} },
      })),
    }),
    ...(call.temperature !== undefined && { temperature: Math.min(1, Math.max(0.01, call.temperature)) }),
    ...(call.topP !== undefined && { top_p: call.topP }),
    ...(call.stop.length > 0 && { stop: call.stop }),
    ...(call.maxTokens !== undefined && { max_output_tokens: Math.max(2, call.maxTokens) }),
    ...(call.responseFormat?.type === 'json' && { response_format: 'json_object' }),
    ...(call.user && { user_id: call.user }),
    ...(call.stream && { stream: true }),
  };
}

/** The user begins, and roles alternate. */
function turnsOf(messages: readonly ChatMessage[]): Message[] {
  const turns: Message[] = [];
  for (const message of messages.flatMap(encodeMessage)) {
    const last = turns.at(-1);
    if (last?.role === 'user' && message.role === 'user') last.content += `\n${message.content}`;
    else turns.push(message);
  }
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: '...' });
  return turns;
}

function encodeMessage({ role, content }: ChatMessage): Message[] {
  const results = content.flatMap((item): Message[] =>
    item.type === 'tool-result'
      ? [{ role: 'function', name: item.name ?? '', content: plainText(item.content) }]
      : [],
  );
  const call = content.find((item) => item.type === 'tool-call');
  const text = plainText(content.filter(({ type }) => type !== 'tool-call' && type !== 'tool-result'));
  if (text === '' && !call) return results;
  const functionCall = call && { function_call: { name: call.name, arguments: call.input || '{}' } };
  return [...results, { role: role === 'assistant' ? role : 'user', content: text, ...functionCall }];
}
