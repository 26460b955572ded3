import type { Price } from '@tollgate/pricing';
import type { HoldSnapshot } from '../../ledger/index.ts';
import { priceName } from '../../modules/models/ratios.ts';
import type { PayingOwner } from '../call.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { CallHold } from '../metering/bill.ts';
import { ratiosOf } from '../metering/usage-log.ts';

/** The part of a snapshot that calls of one key to one model share, as the beginning of a JSON object. */
interface Shared {
  readonly model: string;
  readonly group: string;
  readonly price: Price;
  readonly stream: boolean;
  readonly logged: boolean;
  readonly text: string;
}

/** The last one of each key. */
const shared = new WeakMap<PayingOwner, Shared>();

/** Returns the JSON of the hold's `HoldSnapshot`. */
export function snapshotOf(
  owner: PayingOwner,
  hold: Pick<CallHold, 'group' | 'price' | 'logged' | 'promptTokens'>,
  request: Pick<RelayRequest, 'model' | 'stream'>,
  startedAt: number,
): string {
  const own: Pick<HoldSnapshot, 'created_at' | 'prompt_tokens'> = {
    created_at: Math.floor(startedAt / 1000),
    prompt_tokens: hold.promptTokens,
  };
  return `${sharedOf(owner, hold, request)},${JSON.stringify(own).slice(1)}`;
}

function sharedOf(
  owner: PayingOwner,
  { group, price, logged }: Pick<CallHold, 'group' | 'price' | 'logged'>,
  { model, stream }: Pick<RelayRequest, 'model' | 'stream'>,
): string {
  const last = shared.get(owner);
  const isSame = last?.model === model && last.group === group && last.price === price;
  if (isSame && last.stream === stream && last.logged === logged) return last.text;
  const snapshot: Omit<HoldSnapshot, 'created_at' | 'prompt_tokens'> = {
    user_id: owner.userId,
    username: owner.username,
    token_id: owner.tokenId ?? 0,
    token_name: owner.tokenName,
    model_name: priceName(model),
    channel_id: 0,
    group,
    is_stream: stream ? 1 : 0,
    ratios: ratiosOf(price),
    ...(!logged && { unlogged: true }),
  };
  const text = JSON.stringify(snapshot).slice(0, -1);
  shared.set(owner, { model, group, price, stream, logged, text });
  return text;
}
