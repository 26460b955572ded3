import type { ChatCall, ChatMessage, ToolChoice } from '../../core/chat.ts';
import { encodeContent, hasContent } from './anthropic-content.ts';
import type { Target } from './provider.ts';

/** Converts a call to Anthropic's format. */
export function encodeMessages(call: ChatCall, target: Target): unknown {
  const { model, maxTokens, thinking } = limitsOf(call, target);
  const system = call.messages.filter(({ role }) => role === 'system').flatMap(({ content }) => content);
  const json = jsonInstruction(call);
  return {
    model,
    max_tokens: maxTokens,
    messages: turnsOf(call.messages.filter(({ role }) => role !== 'system')),
    ...((system.length > 0 || json) && { system: [...system.map(encodeContent), ...json] }),
    ...(call.tools.length > 0 && {
      tools: call.tools.map(({ name, description, parameters }) => ({
        name,
        ...(description && { description }),
        input_schema: parameters ?? { type: 'object', properties: {} },
      })),
      ...encodeToolChoice(call.toolChoice, call.parallelToolCalls),
    }),
    ...(call.stop.length > 0 && { stop_sequences: call.stop }),
    ...(call.user && { metadata: { user_id: call.user } }),
    ...(call.stream && { stream: true }),
    ...(thinking ?? {
      ...(call.temperature !== undefined && { temperature: Math.min(call.temperature, 1) }),
      ...(call.topP !== undefined && { top_p: call.topP }),
      ...(call.topK !== undefined && { top_k: call.topK }),
    }),
  };
}

/** `max_tokens` is required here and optional everywhere else. The suffix `-thinking` enables reasoning. */
function limitsOf(call: ChatCall, { model, options }: Target) {
  const defaults = options['claude.default_max_tokens'];
  const maxTokens = call.maxTokens ?? defaults.get(model) ?? defaults.get('default') ?? 8192;
  const suffixed = options['claude.thinking_adapter_enabled'] && model.endsWith('-thinking');
  const effort = call.effort === undefined ? undefined : budgets[call.effort];
  if (call.thinkingBudget) return { model, ...thinkFor(call.thinkingBudget, maxTokens) };
  if (!suffixed && !effort) return { model, maxTokens, thinking: undefined };

  const room = Math.max(maxTokens, 1280);
  const share = effort ?? options['claude.thinking_adapter_budget_tokens_percentage'];
  const budget = Math.max(1024, Math.min(Math.floor(room * share), room - 1));
  return { model: suffixed ? model.slice(0, -'-thinking'.length) : model, ...thinkFor(budget, room) };
}

/** With reasoning, models accept only temperature 1 and no top_p, and count reasoning within the limit. */
function thinkFor(budgetTokens: number, maxTokens: number) {
  const budget = Math.max(1024, budgetTokens);
  const thinking = { thinking: { type: 'enabled', budget_tokens: budget }, temperature: 1 };
  return { maxTokens: Math.max(maxTokens, budget + 1), thinking };
}

/** Share of the answer limit that reasoning may use. */
const budgets: Partial<Record<NonNullable<ChatCall['effort']>, number>> = {
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.9,
};

/**
 * Turns alternate and begin with the user: adjacent ones of one role are joined, tool results are the user's.
 */
function turnsOf(messages: ChatMessage[]) {
  const turns: { role: 'user' | 'assistant'; content: unknown[] }[] = [];
  for (const message of messages) {
    const role = message.role === 'assistant' ? 'assistant' : 'user';
    const content = message.content.filter(hasContent).map(encodeContent);
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content });
  }
  if (turns[0]?.role === 'assistant') turns.unshift({ role: 'user', content: [] });
  for (const turn of turns) if (turn.content.length === 0) turn.content.push({ type: 'text', text: '...' });
  return turns;
}

function encodeToolChoice(choice: ToolChoice | undefined, parallel: boolean | undefined) {
  const single = parallel === false && { disable_parallel_tool_use: true };
  if (choice === undefined && !single) return {};
  if (choice === 'none') return { tool_choice: { type: 'none' } };
  if (choice === 'required') return { tool_choice: { type: 'any', ...single } };
  if (typeof choice === 'object') return { tool_choice: { type: 'tool', name: choice.name, ...single } };
  return { tool_choice: { type: 'auto', ...single } };
}

/** Anthropic has no JSON mode; an instruction in the prompt is the closest. */
function jsonInstruction({ responseFormat }: ChatCall) {
  if (!responseFormat || responseFormat.type === 'text') return [];
  const schema =
    responseFormat.type === 'schema'
      ? ` that follows this JSON schema: ${JSON.stringify(responseFormat.schema)}`
      : '';
  return [{ type: 'text', text: `Answer with one JSON object${schema} and nothing else.` }];
}
