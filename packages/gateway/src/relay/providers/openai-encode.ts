import type { ChatCall } from '../../core/chat.ts';
import { isReasoning } from '../../core/openai-models.ts';
import { encodeMessages, type MessageRules } from './openai-messages.ts';

/** Converts a call to a chat completion request, without the differences between vendors. */
export function encodeChat(call: ChatCall, rules?: MessageRules): Record<string, unknown> {
  const { model, toolChoice, responseFormat } = call;
  const limit = isReasoning(model) ? 'max_completion_tokens' : 'max_tokens';
  const effort = call.effort ?? effortOf(call);
  return {
    model,
    messages: encodeMessages(call, rules),
    ...(call.maxTokens !== undefined && { [limit]: call.maxTokens }),
    ...(call.temperature !== undefined && { temperature: call.temperature }),
    ...(call.topP !== undefined && { top_p: call.topP }),
    ...(call.presencePenalty !== undefined && { presence_penalty: call.presencePenalty }),
    ...(call.frequencyPenalty !== undefined && { frequency_penalty: call.frequencyPenalty }),
    ...(call.seed !== undefined && { seed: call.seed }),
    ...(call.stop.length > 0 && { stop: call.stop }),
    ...(effort && { reasoning_effort: effort }),
    ...(call.user && { user: call.user }),
    ...(call.tools.length > 0 && { tools: call.tools.map((tool) => ({ type: 'function', function: tool })) }),
    ...(toolChoice !== undefined && {
      tool_choice:
        typeof toolChoice === 'object'
          ? { type: 'function', function: { name: toolChoice.name } }
          : toolChoice,
    }),
    ...(call.parallelToolCalls !== undefined &&
      call.tools.length > 0 && { parallel_tool_calls: call.parallelToolCalls }),
    ...(responseFormat && { response_format: encodeFormat(responseFormat) }),
    ...(call.stream && { stream: true }),
  };
}

/** Maps a reasoning budget to an effort: this format has only levels, and only some models accept them. */
function effortOf({ model, thinkingBudget }: ChatCall): string | undefined {
  if (thinkingBudget === undefined || !isReasoning(model)) return undefined;
  if (thinkingBudget < 4096) return 'low';
  return thinkingBudget < 16_384 ? 'medium' : 'high';
}

function encodeFormat(format: NonNullable<ChatCall['responseFormat']>): unknown {
  if (format.type === 'text') return { type: 'text' };
  if (format.type === 'json') return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name: format.name, schema: format.schema } };
}
