import type { ChatCall } from '../../core/chat.ts';
import { effortOfBudget } from '../../core/openai-models.ts';
import type { ClaudeFacts } from './claude-models.ts';
import type { Target } from './provider.ts';

/** What a call sends about its reasoning, its limit and its sampling. */
export interface ClaudeReasoning {
  readonly maxTokens: number;
  readonly thinking?: Readonly<Record<string, unknown>>;
  readonly effort?: string;
}

/** What decides whether a call may reason by a budget. */
export interface Turn {
  readonly role: 'user' | 'assistant';
  readonly content: readonly unknown[];
}

/** The least budget that Anthropic accepts. The limit of the answer must be above it. */
const LEAST_BUDGET = 1024;

/** The model's own name: the suffix `-thinking` is the gateway's, and enables reasoning. */
export function ownName({ model, options }: Target): { model: string; isSuffixed: boolean } {
  const isSuffixed = options['claude.thinking_adapter_enabled'] && model.endsWith('-thinking');
  return { model: isSuffixed ? model.slice(0, -'-thinking'.length) : model, isSuffixed };
}

/**
 * Decides how the model reasons. Reasoning counts within the limit of the answer, which is required here and
 * optional everywhere else. A limit of the caller is never raised.
 */
export function reasonAs(call: ChatCall, target: Target, facts: ClaudeFacts): ClaudeReasoning {
  const defaults = target.options['claude.default_max_tokens'];
  const maxTokens = call.maxTokens ?? defaults.get(target.model) ?? defaults.get('default') ?? 8192;
  const { isSuffixed } = ownName(target);
  if (facts.thinking === 'adaptive') return { maxTokens, ...adapt(call, isSuffixed, facts) };
  if (facts.thinking === 'none') return { maxTokens };

  const share = shareOf(call, isSuffixed, target);
  if (call.thinkingBudget === undefined && share === undefined) return { maxTokens };
  const limit = call.maxTokens ?? roomFor(call, maxTokens);
  if (limit <= LEAST_BUDGET) return { maxTokens: limit };
  const wanted = call.thinkingBudget ?? Math.floor(limit * (share ?? 0));
  const budget = Math.max(LEAST_BUDGET, Math.min(wanted, limit - 1));
  return { maxTokens: limit, thinking: { type: 'enabled', budget_tokens: budget } };
}

/** Models that choose their own budget have an effort. They no longer show reasoning without a request. */
function adapt(
  { effort: requested, thinkingBudget }: ChatCall,
  isSuffixed: boolean,
  { off, xhigh, sampling }: ClaudeFacts,
): Pick<ClaudeReasoning, 'thinking' | 'effort'> {
  const effort = requested ?? (thinkingBudget === undefined ? undefined : effortOfBudget(thinkingBudget));
  if (effort === 'none') {
    if (off === 'omit') return {};
    return off === 'effort' ? { effort: 'low' } : { thinking: { type: off } };
  }
  if (effort === undefined && !isSuffixed) return {};
  const thinking = { type: 'adaptive', ...(sampling === 'none' && { display: 'summarized' }) };
  if (effort === undefined) return { thinking };
  return { thinking, effort: effort === 'minimal' ? 'low' : effort === 'xhigh' && !xhigh ? 'high' : effort };
}

/** Adaptive reasoning is refused with a forced tool: it is turned off, where a model reasons by default. */
export function withoutAdaptive(
  thinking: ClaudeReasoning['thinking'],
  { off }: ClaudeFacts,
): ClaudeReasoning['thinking'] {
  if (thinking?.type !== 'adaptive') return thinking;
  return off === 'disabled' ? { type: off } : undefined;
}

/** Share of the limit that reasoning may use. */
function shareOf({ effort }: ChatCall, isSuffixed: boolean, { options }: Target): number | undefined {
  const share = effort && shares[effort];
  return share ?? (isSuffixed ? options['claude.thinking_adapter_budget_tokens_percentage'] : undefined);
}

const shares: Partial<Record<NonNullable<ChatCall['effort']>, number>> = {
  low: 0.2,
  medium: 0.5,
  high: 0.8,
  xhigh: 0.9,
  max: 0.9,
};

/** Without a limit of the caller, a budget comes on top of the default for the answer, up to a bound. */
function roomFor({ thinkingBudget = 0 }: ChatCall, maxTokens: number): number {
  const room = thinkingBudget < maxTokens ? maxTokens : Math.min(thinkingBudget, MOST_ADDED) + maxTokens;
  return Math.max(LEAST_BUDGET + 256, room);
}

/** With the usual default below the longest answer of all models that have budgets. */
const MOST_ADDED = 16_384;

/**
 * Whether a budget would be refused: with a forced tool, or when the model's last turn uses tools and has
 * lost its reasoning, for which other formats have no place.
 */
export function forbidsBudget(turns: readonly Turn[], isForced: boolean): boolean {
  if (isForced) return true;
  const last = turns.findLast(({ role }) => role === 'assistant');
  if (!last) return false;
  const types = last.content.map((block) => (block as { type: string }).type);
  const isOpen = types.includes('tool_use') || last === turns.at(-1);
  return isOpen && types[0] !== 'thinking' && types[0] !== 'redacted_thinking';
}
