import { contentParts } from './openai-content.ts';
import { isRecord } from './openai-usage.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * Gives an answer of Mistral, whole or a chunk, the form that OpenAI's clients read: reasoning models send a
 * list of thoughts and texts, and tool calls may lack `type` and `index`. Returns `undefined` when it has
 * that form.
 */
export function toOpenaiForm(answer: Json): Json | undefined {
  if (!Array.isArray(answer.choices)) return undefined;
  let isChanged = false;
  const choices = answer.choices.map((choice: unknown) => {
    if (!isRecord(choice)) return choice;
    const field = isRecord(choice.delta) ? 'delta' : 'message';
    const message = choice[field];
    if (!isRecord(message) || !differs(message)) return choice;
    isChanged = true;
    return { ...choice, [field]: toMessage(message, field === 'delta') };
  });
  return isChanged ? { ...answer, choices } : undefined;
}

function differs({ content, tool_calls: calls }: Json): boolean {
  return Array.isArray(content) || (Array.isArray(calls) && calls.some((call) => !hasType(call)));
}

function hasType(call: unknown): boolean {
  return isRecord(call) && call.type === 'function';
}

function toMessage({ content, ...message }: Json, isDelta: boolean): Json {
  const calls = message.tool_calls;
  return {
    ...message,
    ...(Array.isArray(content) ? toTexts(content, isDelta) : content !== undefined && { content }),
    ...(Array.isArray(calls) && {
      tool_calls: calls.map((call: unknown, at) => (isRecord(call) ? toCall(call, at, isDelta) : call)),
    }),
  };
}

function toTexts(content: unknown[], isDelta: boolean): Json {
  let [text, thought] = ['', ''];
  for (const part of contentParts(content)) {
    if (part.type === 'text-delta') text += part.text;
    if (part.type === 'reasoning-delta') thought += part.text;
  }
  return { ...((text || !isDelta) && { content: text }), ...(thought && { reasoning_content: thought }) };
}

function toCall(call: Json, at: number, isDelta: boolean): Json {
  return { ...(isDelta && { index: at }), ...call, type: 'function' };
}
