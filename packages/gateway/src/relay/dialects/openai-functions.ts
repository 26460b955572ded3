import type * as z from 'zod/mini';
import type { RelayRequest } from './dialect.ts';
import type { chatMessage } from './openai-chat-body.ts';

type Message = z.output<typeof chatMessage>;

/**
 * Whether a caller uses the older form of tools, `functions` and `function_call`, and is answered in it:
 * https://platform.openai.com/docs/api-reference/chat/create (deprecated fields)
 */
export function usesFunctions({ functions, tools }: RelayRequest['json']): boolean {
  return Array.isArray(functions) && functions.length > 0 && !tools;
}

/** Converts calls of functions and their results, which have no ids: a result belongs to the call before it. */
export function withFunctionIds(messages: readonly Message[]): Message[] {
  let calls = 0;
  return messages.map((message): Message => {
    if (message.role === 'function')
      return { ...message, tool_call_id: message.tool_call_id ?? idOf(Math.max(1, calls)) };
    if (!message.function_call) return message;
    calls += 1;
    const call = { id: idOf(calls), function: message.function_call };
    return { ...message, tool_calls: [...(message.tool_calls ?? []), call] };
  });
}

function idOf(number: number): string {
  return `call_${number}`;
}
