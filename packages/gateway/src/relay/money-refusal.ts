import type { ReserveOutcome } from '../ledger/index.ts';
import { type Funds, findFunds } from '../repositories/relay-tokens.ts';
import { quotaText } from '../services/log-texts.ts';
import type { CallHold } from './bill.ts';
import type { RelayCaller } from './caller.ts';
import type { RelayContext } from './context.ts';
import type { Asked } from './dialects/dialect.ts';
import { type RelayCode, RelayError } from './errors.ts';
import { type Exchange, languageOf } from './exchange.ts';
import type { DialectId } from './providers/provider.ts';

/** What the payer could not pay. */
export interface Unpaid {
  readonly asked: Asked;
  readonly dialect: DialectId;
  readonly hold: Pick<CallHold, 'length'>;
  /** What the call needs, in quota units. */
  readonly least: number;
}

/**
 * The refusal of a call for lack of money. Status and code depend on the payer. The sentence depends on what the caller
 * can do about it: wait for other calls, set a lower limit, or top up.
 */
export async function moneyRefusal(
  { db, options }: RelayContext,
  exchange: Exchange,
  { owner, keyHint: key }: RelayCaller,
  outcome: ReserveOutcome,
  unpaid: Unpaid,
): Promise<RelayError> {
  const language = languageOf(exchange);
  const shown = (quota: number) => quotaText({ options, language }, Math.max(0, quota));
  const detailsOf = ({ total, held, calls }: Funds) => {
    const amounts = { amount: shown(unpaid.least), balance: shown(total), held: shown(held) };
    return { ...amounts, calls, field: limitFieldOf(unpaid) };
  };
  if (outcome === 'insufficient_user') {
    const funds = await findFunds(db, 'user', owner.userId);
    const text = userTexts[reasonOf(funds, unpaid)];
    return new RelayError(403, 'insufficient_user_quota', detailsOf(funds), { text });
  }
  if (outcome !== 'insufficient_token' || owner.tokenId === null)
    return new RelayError(500, 'internal', {}, { cause: outcome });
  const funds = await findFunds(db, 'token', owner.tokenId);
  if (funds.total <= 0) return new RelayError(401, 'token_exhausted', { key });
  const text = tokenTexts[reasonOf(funds, unpaid)];
  return new RelayError(403, 'pre_consume_token_quota_failed', { key, ...detailsOf(funds) }, { text });
}

type Reason = 'held' | 'limit' | 'shortest' | 'fixed';

const userTexts: Readonly<Record<Reason, RelayCode>> = {
  held: 'insufficient_user_quota_held',
  limit: 'insufficient_user_quota_limit',
  shortest: 'insufficient_user_quota_shortest',
  fixed: 'insufficient_user_quota',
};
const tokenTexts: Readonly<Record<Reason, RelayCode>> = {
  held: 'pre_consume_token_quota_held',
  limit: 'pre_consume_token_quota_limit',
  shortest: 'pre_consume_token_quota_shortest',
  fixed: 'pre_consume_token_quota_failed',
};

function reasonOf({ total, calls }: Funds, { hold, least }: Unpaid): Reason {
  if (calls > 0 && least <= total) return 'held';
  if (hold.length === 'request') return 'limit';
  return hold.length === 'none' ? 'fixed' : 'shortest';
}

/** What the caller's format calls the limit of an answer. */
function limitFieldOf({ dialect, asked }: Unpaid): string {
  switch (dialect) {
    case 'openai-responses':
      return 'max_output_tokens';
    case 'gemini':
      return 'maxOutputTokens';
    default:
      return asked.json.max_completion_tokens ? 'max_completion_tokens' : 'max_tokens';
  }
}
