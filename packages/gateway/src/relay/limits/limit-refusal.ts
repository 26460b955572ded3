import { inEachLanguage } from '@tollgate/contract';
import { relayText } from '../../core/texts/texts.ts';
import type { FullLimit } from '../../ledger/index.ts';
import { listParts } from '../../modules/limits/repository/limit-windows.ts';
import type { Rule } from '../../modules/limits/rule.ts';
import { windowOf } from '../../modules/limits/window-of.ts';
import { amountText } from '../../modules/usage/log-texts.ts';
import type { RelayContext } from '../context.ts';
import { type RelayCode, RelayError } from '../errors.ts';

/** A call that a limit has no room for. */
export class LimitError extends RelayError {
  readonly rule: Rule;
  readonly subject: string;

  constructor(
    { rule, subject }: Pick<Refused, 'rule' | 'subject'>,
    ...error: ConstructorParameters<typeof RelayError>
  ) {
    super(...error);
    this.name = 'LimitError';
    this.rule = rule;
    this.subject = subject;
  }
}

export interface Refused {
  readonly rule: Rule;
  readonly subject: string;
  readonly full: Omit<FullLimit, 'rule'>;
  /** Milliseconds until a rolling counter has room. */
  readonly waitMs?: number;
  /** The call runs already: what it holds itself does not come back while it waits. */
  readonly isRunning?: boolean;
  /** Tokens of an answer without a limit, which are assumed. */
  readonly assumed?: number;
}

/** Waiting this long may help, so the caller gets 429. */
const SOON_SECONDS = 3600;
/** Calls that end make room at any time. */
const SHORTLY_SECONDS = 2;
/** Rows of a rolling window that are looked at for the time of its reset. */
const MOST_PARTS = 5000;

/**
 * Creates the error for a call that a limit has no room for: 429 with the time to wait when waiting helps within
 * the hour, otherwise 403, which clients do not retry.
 */
export async function limitRefusal(ctx: RelayContext, refused: Refused): Promise<LimitError> {
  const { rule, full, assumed, isRunning = false } = refused;
  const { limit, spent, held, needed } = full;
  const at = Math.floor(ctx.now() / 1000);
  const isHeldByOthers = !isRunning && needed <= limit - spent;
  const resetsAt = await findReset(ctx, refused, at);
  const wait = isHeldByOthers ? SHORTLY_SECONDS : resetsAt - at;
  const helps = !isRunning && needed <= limit && resetsAt > 0 && wait <= SOON_SECONDS;
  const isSoon = isHeldByOthers || helps;
  const shown = (amount: number) =>
    inEachLanguage((language) =>
      rule.resource === 'quota'
        ? amountText({ ...ctx, language }, amount)
        : relayText(language, units[rule.resource], { count: amount }),
    );
  const shownReset = resetsAt > 0 ? new Date(resetsAt * 1000).toISOString().replace('.000Z', 'Z') : null;
  const facts = { rule: rule.name || `#${rule.id}`, resource: rule.resource, limit, spent, held };
  const details = {
    rule: facts.rule,
    count: limit,
    limit: shown(limit),
    spent: shown(spent),
    held:
      held > 0
        ? inEachLanguage((language) => relayText(language, 'limit_held', { amount: shown(held) }))
        : '',
    needed: shown(needed),
    resets: shownReset ?? inEachLanguage((language) => relayText(language, 'limit_never')),
    assumed: assumed ?? 0,
  };
  const code = isSoon ? 'limit_reached' : 'budget_exceeded';
  const isBeyondAll = !isRunning && limit > 0 && needed > limit && rule.resource !== 'requests';
  const isAssumed = assumed !== undefined && rule.resource === 'tokens';
  function textOf(): RelayCode {
    if (isAssumed) return `${code}_assumed`;
    if (isBeyondAll) return 'budget_exceeded_whole';
    if (!isSoon || limit === 0) return code;
    if (rule.resource === 'concurrent') return 'limit_reached_calls';
    return rule.resource === 'requests' ? 'limit_reached_requests' : code;
  }
  return new LimitError(refused, isSoon ? 429 : 403, code, details, {
    text: textOf(),
    ...(isSoon && { retryAfter: Math.max(1, Math.ceil(wait)) }),
    limit: { ...facts, resets_at: shownReset },
  });
}

const units = { tokens: 'limit_tokens', requests: 'limit_requests', concurrent: 'limit_calls' } as const;

/** When the limit has room for the call, if no other comes. Seconds since 1970; 0: never. */
async function findReset(ctx: RelayContext, refused: Refused, at: number): Promise<number> {
  const { rule, subject, full, waitMs = 0 } = refused;
  const { id, resetsAt, period } = windowOf(rule, subject, at);
  if (rule.resource === 'concurrent') return at + SHORTLY_SECONDS;
  if (period === 0) return resetsAt;
  if (rule.resource === 'requests') return at + Math.ceil(waitMs / 1000);
  let { spent } = full;
  for (const part of await listParts(ctx.db, id, at - period, MOST_PARTS)) {
    spent -= part.amount;
    if (full.needed <= full.limit - spent) return part.at + period;
  }
  return at + period;
}
