import type { ReferenceOwner } from '../../modules/channels/repository/upstream-references.ts';
import type { DialectCall, HeldCall, PaidCall, PayingOwner } from '../call.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { CallHold } from '../metering/bill.ts';
import type { RespondingChannel } from '../metering/usage-bounds.ts';
import { costOf, type Trace } from '../metering/usage-log.ts';
import { sourcesOf } from '../prompt/prompt-sources.ts';
import type { Answer } from '../streaming/answer.ts';

/** What is needed to charge a response that ends after its call, also by another gateway. Stored as JSON. */
export interface BackgroundState {
  readonly responseId: string;
  readonly payer: PayingOwner;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly request: Pick<RelayRequest, 'model' | 'stream' | 'maxOutput' | 'json'>;
  readonly hold: CallHold;
  readonly trace: Pick<Trace, 'triedIds' | 'channelId' | 'upstreamModel' | 'affinity' | 'cost'>;
  readonly channelType: number;
  /** The fields that the channel set. */
  readonly channelFields: readonly string[];
}

/** A response that its provider works on, and the account that has it. */
export interface BackgroundResponse {
  readonly rowId: number;
  readonly idHash: string;
  readonly owner: ReferenceOwner;
  readonly state: BackgroundState;
}

/** `hold`: with the counted prompt, because the request is not kept. */
export function toState(
  { exchange, caller, relayRequest }: DialectCall & HeldCall,
  hold: CallHold,
  { channel, prepared, triedIds, affinity }: Answer,
  responseId: string,
): BackgroundState {
  const { userId, username, tokenId, tokenName } = caller.owner;
  const { model, stream, maxOutput } = relayRequest;
  const place = { channelId: channel.id, upstreamModel: prepared.upstreamModel };
  return {
    responseId,
    payer: { userId, username, tokenId, tokenName },
    startedAt: exchange.startedAt,
    request: { model, stream, maxOutput, json: outlineOf(relayRequest) },
    hold,
    trace: { triedIds, ...place, affinity, cost: costOf(hold, hold.price, place) },
    channelType: channel.type,
    channelFields: [...channel.paramOverride.keys()],
  };
}

export function toPaidCall({ startedAt, payer, request }: BackgroundState): PaidCall {
  const relayRequest = { ...request, includeUsage: true, choices: 1, body: EMPTY, members: [] };
  return { exchange: { startedAt }, caller: { owner: payer }, relayRequest };
}

export function responderOf({ channelType, channelFields, trace }: BackgroundState): RespondingChannel {
  const paramOverride = new Map(channelFields.map((field) => [field, true]));
  return { type: channelType, upstreamModel: trace.upstreamModel, paramOverride };
}

/** The few fields that decide what a report may say, without any text. */
function outlineOf(relayRequest: RelayRequest): RelayRequest['json'] {
  const { isHidden, hasMedia } = sourcesOf(relayRequest);
  const { reasoning, context_management } = relayRequest.json;
  return {
    ...((isHidden || hasMedia) && { previous_response_id: 'hidden' }),
    ...(reasoning !== undefined && { reasoning }),
    ...(context_management !== undefined && { context_management }),
  };
}

const EMPTY = Buffer.alloc(0);
