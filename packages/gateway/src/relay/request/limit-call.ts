import type { ChatCall } from '../../core/chat.ts';
import { outputLimitOf } from '../../modules/models/output-limits.ts';
import type { Operation } from '../providers/provider.ts';
import { documentedName, type LengthLimit } from '../streaming/length-limit.ts';

/**
 * Sets the limit of a converted call, which each vendor's format places itself. Providers refuse a limit above
 * the maximum of their model, which clients of another dialect do not know. Anthropic has a default, replaced
 * only by a lower limit.
 */
export function limitCall(
  sent: ChatCall,
  callerModel: string,
  { native }: Operation,
  limit: LengthLimit | undefined,
): ChatCall {
  const call = withinMaximum(sent, documentedName(callerModel, sent.model));
  if (!limit?.isRequired || native === 'anthropic-messages') return call;
  return { ...call, maxTokens: Math.min(call.maxTokens ?? limit.tokens, limit.tokens) };
}

function withinMaximum(call: ChatCall, name: string): ChatCall {
  const { tokens, isAssumed } = outputLimitOf(name);
  if (call.maxTokens === undefined || isAssumed || call.maxTokens <= tokens) return call;
  return { ...call, maxTokens: tokens };
}
