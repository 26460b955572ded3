import type { ChatCall } from '../../core/chat.ts';
import { isReasoning } from '../../core/openai-models.ts';
import { encodeMessages, type MessageRules } from './openai-messages.ts';
import { encodeFormat, encodeTool, tuningOf } from './openai-settings.ts';
import { withFittingIds } from './tool-call-ids.ts';

/** Converts a call to a chat completion request, without the differences between vendors. */
export function encodeChat(call: ChatCall, rules?: MessageRules): Record<string, unknown> {
  const { model, toolChoice, responseFormat } = call;
  const limit = isReasoning(model) ? 'max_completion_tokens' : 'max_tokens';
  return {
    model,
    messages: encodeMessages({ model, messages: withFittingIds(call.messages, /^.{1,40}$/s) }, rules),
    ...(call.maxTokens !== undefined && { [limit]: call.maxTokens }),
    ...tuningOf(call),
    ...(call.seed !== undefined && { seed: call.seed }),
    ...(call.stop.length > 0 && { stop: call.stop }),
    ...(call.user && { user: call.user }),
    ...(call.tools.length > 0 && { tools: call.tools.map(encodeTool) }),
    // `auto` is the default, and not every vendor has the field.
    ...(toolChoice !== undefined &&
      toolChoice !== 'auto' && {
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
