import type { ChatCall, ChatMessage } from '../../core/chat.ts';
import { isMarked, limitMarks, markPrompt, type Part, type PromptParts } from './anthropic-cache.ts';
import { encodeContent, hasContent } from './anthropic-content.ts';
import {
  type ClaudeReasoning,
  forbidsBudget,
  ownName,
  reasonAs,
  withoutAdaptive,
} from './anthropic-thinking.ts';
import { encodeTools } from './anthropic-tools.ts';
import { type ClaudeFacts, type ClaudeHost, claudeFacts } from './claude-models.ts';
import type { Target } from './provider.ts';
import { splitSystem } from './split-system.ts';
import { withFittingIds } from './tool-call-ids.ts';

/** Converts a call to Anthropic's format, for the models of one host. */
export function encodeMessages(call: ChatCall, target: Target, host: ClaudeHost = 'anthropic'): unknown {
  const facts = claudeFacts(target.model, target.callerModel);
  const { tools, choice, isForced, format, instruction } = encodeTools(call, facts, host);
  const { system, turns: spoken } = splitSystem(withFittingIds(call.messages, /^[a-zA-Z0-9_-]+$/));
  const turns = turnsOf(spoken);
  const parts: PromptParts = {
    tools,
    system: [...system.filter(hasContent).map(encodeContent), ...(instruction ? [textOf(instruction)] : [])],
    content: turns.flatMap(({ content }) => content),
  };
  placeMarks(parts, call, target);
  const { maxTokens, thinking: requested, effort } = reasonAs(call, target, facts);
  const bound = host === 'anthropic' && facts.bindsReasoning ? unbound(requested, parts) : requested;
  const thinking = isForced ? withoutAdaptive(bound, facts) : bound;
  const reasons = thinking?.type === 'enabled' ? !forbidsBudget(turns, isForced) : thinking !== undefined;
  const output = { ...(effort && { effort }), ...(format && { format }) };
  return {
    model: ownName(target).model,
    max_tokens: maxTokens,
    messages: turns,
    ...(parts.system.length > 0 && { system: parts.system }),
    ...(tools.length > 0 && { tools, ...(choice && { tool_choice: choice }) }),
    ...(call.stop.length > 0 && { stop_sequences: call.stop }),
    ...(call.user && { metadata: { user_id: call.user } }),
    ...(call.stream && { stream: true }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    ...(reasons && { thinking }),
    ...samplingOf(call, facts, reasons && thinking?.type !== 'disabled'),
  };
}

/** The caller's marks, or the marks of a channel that places them itself. */
function placeMarks(parts: PromptParts, { cache }: ChatCall, { cachesPrompts }: Target): void {
  if (cache) markPrompt(parts, cache);
  else if (cachesPrompts && !isMarked(parts)) markPrompt(parts, '5m');
  limitMarks(parts);
}

/**
 * A conversion may change what was before a block of reasoning, as joining two texts does. Such a block is
 * left aside then, instead of refused. Needs `BINDING_BETA`.
 */
function unbound(
  thinking: ClaudeReasoning['thinking'],
  { content }: PromptParts,
): ClaudeReasoning['thinking'] {
  const hasReasoning = content.some(({ type }) => type === 'thinking' || type === 'redacted_thinking');
  if (!hasReasoning || thinking?.type === 'disabled') return thinking;
  return { type: 'adaptive', ...thinking, block_binding: { prefix_mismatch_behavior: 'drop_block' } };
}

/** A model that reasons chooses its own sampling. */
function samplingOf(
  { temperature, topP, topK }: ChatCall,
  { sampling, thinking }: ClaudeFacts,
  reasons: boolean,
) {
  if (sampling === 'none') return {};
  if (reasons) return thinking === 'budget' ? { temperature: 1 } : {};
  return {
    ...(temperature !== undefined && { temperature: Math.min(temperature, 1) }),
    ...(topP !== undefined && (sampling === 'all' || temperature === undefined) && { top_p: topP }),
    ...(topK !== undefined && { top_k: topK }),
  };
}

/**
 * Turns alternate and begin with the user: adjacent ones of one role are joined, tool results are the user's.
 */
function turnsOf(messages: ChatMessage[]) {
  const turns: { role: 'user' | 'assistant'; content: Part[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = message.content.filter(hasContent).map(encodeContent);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', content: [] });
  for (const turn of turns) if (turn.content.length === 0) turn.content.push(textOf('...'));
  const last = turns.at(-1);
  if (last?.role === 'assistant') last.content.push(...last.content.splice(-1).map(withoutSpaceBehind));
  return turns;
}

/** The beginning of an answer must not end with white space. */
function withoutSpaceBehind(part: Part): Part {
  return typeof part.text === 'string' ? { ...part, text: part.text.trimEnd() } : part;
}

function textOf(text: string): Part {
  return { type: 'text', text };
}
