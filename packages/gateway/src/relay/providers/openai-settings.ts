import type { ChatCall, Tool } from '../../core/chat.ts';
import { effortOfBudget, isReasoning, reasoningOf } from '../../core/openai-models.ts';

/** Returns the fields about reasoning and sampling that the model accepts. */
export function tuningOf(call: ChatCall): Record<string, unknown> {
  const { temperature, topP, presencePenalty, frequencyPenalty } = call;
  const accepted = reasoningOf(call.model, effortOf(call), call.tools.length > 0);
  return {
    ...(accepted.acceptsSampling && {
      ...(temperature !== undefined && { temperature }),
      ...(topP !== undefined && { top_p: topP }),
    }),
    ...(accepted.acceptsPenalties && {
      ...(presencePenalty !== undefined && { presence_penalty: presencePenalty }),
      ...(frequencyPenalty !== undefined && { frequency_penalty: frequencyPenalty }),
    }),
    ...(accepted.effort && { reasoning_effort: accepted.effort }),
  };
}

/** A budget becomes an effort: this format has only levels, and only some models accept them. */
function effortOf({ model, effort, thinkingBudget }: ChatCall): ChatCall['effort'] {
  if (effort !== undefined || thinkingBudget === undefined || !isReasoning(model)) return effort;
  return effortOfBudget(thinkingBudget);
}

/** Vendors of this format cache prompts without marks. */
export function encodeTool({ cache: _, ...tool }: Tool): unknown {
  return { type: 'function', function: tool };
}

export function encodeFormat(format: NonNullable<ChatCall['responseFormat']>): unknown {
  if (format.type === 'text') return { type: 'text' };
  if (format.type === 'json') return { type: 'json_object' };
  const { name, schema, strict } = format;
  return { type: 'json_schema', json_schema: { name, schema, ...(strict !== undefined && { strict }) } };
}
