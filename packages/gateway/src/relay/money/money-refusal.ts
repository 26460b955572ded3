import { inEachLanguage } from '@tollgate/contract';
import type { OptionValues } from '@tollgate/contract/options';
import { isReasoning } from '../../core/openai-models.ts';
import type { InEachLanguage } from '../../core/texts/texts.ts';
import type { ReserveOutcome } from '../../ledger/index.ts';
import { type Funds, findFunds } from '../../modules/tokens/repository/relay-tokens.ts';
import { amountText } from '../../modules/usage/log-texts.ts';
import type { Call } from '../call.ts';
import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { type RelayCode, RelayError } from '../errors.ts';
import { lowestLimitOf } from '../metering/answer-length.ts';
import type { CallHold } from '../metering/bill.ts';
import type { DialectId } from '../providers/provider.ts';

/** A call that the payer could not pay. */
export interface Unpaid {
  readonly relayRequest: RelayRequest;
  readonly dialect: DialectId;
  readonly hold: Pick<CallHold, 'length' | 'worstCost'>;
  /** What the call needs, in quota units. */
  readonly least: number;
  /** What the call needs while other calls run, when its request refers to more than it contains. */
  readonly leastBesideOthers?: number;
}

/**
 * Creates the error for a call that the payer cannot pay. Status and code depend on the payer. The message
 * depends on the caller's options: wait for other calls, set or lower a limit, shorten the prompt, or top up.
 */
export async function moneyRefusal(
  { db, options }: RelayContext,
  { caller }: Pick<Call, 'caller'>,
  outcome: ReserveOutcome,
  unpaid: Unpaid,
): Promise<RelayError> {
  const { owner, keyHint: key } = caller;
  const shown = (quota: number) => inEachLanguage((language) => amountText({ options, language }, quota));
  const lowest = lowestCostOf(options.current, unpaid);
  const detailsOf = ({ total, held, calls }: Funds, reason: Reason) => {
    const amount = amountOf(reason, unpaid, lowest);
    const amounts = { amount: shown(amount), balance: shown(total), held: shown(held) };
    return { ...amounts, calls, field: limitFieldOf(unpaid) };
  };
  if (outcome === 'insufficient_user') {
    const funds = await findFunds(db, 'user', owner.userId);
    if (funds.total <= 0) return emptyBalance(options.current, shown(funds.total));
    const reason = reasonOf(funds, unpaid, lowest);
    const text = userTexts[reason];
    return new RelayError(403, 'insufficient_user_quota', detailsOf(funds, reason), { text });
  }
  if (outcome !== 'insufficient_token' || owner.tokenId === null)
    return new RelayError(500, 'internal', {}, { cause: outcome });
  const funds = await findFunds(db, 'token', owner.tokenId);
  if (funds.total <= 0) return new RelayError(401, 'token_exhausted', { key });
  const reason = reasonOf(funds, unpaid, lowest);
  const details = { key, ...detailsOf(funds, reason) };
  return new RelayError(403, 'pre_consume_token_quota_failed', details, { text: tokenTexts[reason] });
}

/** Creates the error for a caller without any balance: how this site gives one. */
export function emptyBalance(
  { PayAddress, EpayId, EpayKey, TopUpLink }: OptionValues,
  balance: InEachLanguage,
): RelayError {
  const isShop = [PayAddress, EpayId, EpayKey].every((option) => option !== '');
  const text = isShop
    ? 'insufficient_user_quota_empty'
    : TopUpLink === ''
      ? 'insufficient_user_quota_empty_ask'
      : 'insufficient_user_quota_empty_code';
  return new RelayError(403, 'insufficient_user_quota', { balance }, { text });
}

/**
 * What lets the call succeed.
 *
 * - `alone`: the end of other calls, because this one may cost more than the balance covers.
 * - `held`: the end of other calls; `held_unlimited`: also a limit, which this call does not set.
 * - `limit`: a lower limit.
 * - `shortest`: a limit, which this call does not set.
 * - `prompt`: a shorter prompt; no limit is low enough.
 * - `fixed`: only money.
 */
type Reason = 'alone' | 'held' | 'held_unlimited' | 'limit' | 'shortest' | 'prompt' | 'fixed';

const userTexts: Readonly<Record<Reason, RelayCode>> = {
  alone: 'insufficient_user_quota_alone',
  held: 'insufficient_user_quota_held',
  held_unlimited: 'insufficient_user_quota_held_unlimited',
  limit: 'insufficient_user_quota_limit',
  shortest: 'insufficient_user_quota_shortest',
  prompt: 'insufficient_user_quota_prompt',
  fixed: 'insufficient_user_quota',
};
const tokenTexts: Readonly<Record<Reason, RelayCode>> = {
  alone: 'pre_consume_token_quota_alone',
  held: 'pre_consume_token_quota_held',
  held_unlimited: 'pre_consume_token_quota_held_unlimited',
  limit: 'pre_consume_token_quota_limit',
  shortest: 'pre_consume_token_quota_shortest',
  prompt: 'pre_consume_token_quota_prompt',
  fixed: 'pre_consume_token_quota_failed',
};

function amountOf(reason: Reason, { least, leastBesideOthers = least }: Unpaid, lowest: number): number {
  if (reason === 'alone') return leastBesideOthers;
  return reason === 'prompt' ? lowest : least;
}

function reasonOf(
  { total, calls }: Funds,
  { hold, least, leastBesideOthers }: Unpaid,
  lowest: number,
): Reason {
  if (leastBesideOthers !== undefined && least <= total) return 'alone';
  const hasLimit = hold.length === 'request';
  const isText = hold.length !== 'none';
  if (calls > 0 && least <= total) return isText && !hasLimit ? 'held_unlimited' : 'held';
  if (!isText || total <= 0) return 'fixed';
  if (lowest > total) return 'prompt';
  return hasLimit ? 'limit' : 'shortest';
}

/** The most that the call costs with the lowest limit that its caller can set, in quota units. */
function lowestCostOf(options: OptionValues, { relayRequest, dialect, hold }: Unpaid): number {
  return hold.worstCost(lowestLimitOf(options, relayRequest, dialect));
}

/** The name of the length limit in the caller's format. */
function limitFieldOf({ dialect, relayRequest }: Unpaid): string {
  switch (dialect) {
    case 'openai-responses':
      return 'max_output_tokens';
    case 'gemini':
      return 'maxOutputTokens';
    case 'openai-chat':
      // Reasoning models reject the older name.
      return relayRequest.json.max_completion_tokens ||
        (!relayRequest.json.max_tokens && isReasoning(relayRequest.model))
        ? 'max_completion_tokens'
        : 'max_tokens';
    default:
      return 'max_tokens';
  }
}
