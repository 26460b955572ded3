import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import type { Prepared } from '../request/request.ts';
import type { CallHold } from './bill.ts';
import type { TextTally } from './tally.ts';
import { showsPrompt } from './usage-bounds.ts';
import { requestsAudio } from './worst-case.ts';

/** A stream whose caller left. */
interface LeftStream {
  readonly channel: RouteChannel;
  readonly prepared: Prepared;
  readonly relayRequest: RelayRequest;
  readonly hold: Pick<CallHold, 'price'>;
}

/** What arrived of the stream. */
interface Written {
  readonly usage: { readonly input?: number };
  readonly tally: Pick<TextTally, 'thoughtBytes'>;
}

/**
 * Whether a stream may be cancelled: its provider then stops, and what it bills is known without its report.
 * That is the prompt, shown or reported, and the text that arrived. `written`: absent before the first byte.
 */
export function mayCancel({ channel, prepared, relayRequest, hold }: LeftStream, written?: Written): boolean {
  if (!channel.cancelsStreams) return false;
  const { operation, upstreamModel, native } = prepared;
  // Pictures, transcripts and speech in events cost the tokens that their last event reports.
  if (relayRequest.measure?.mostReported) return false;
  // Neither a price by call nor that of other speech depends on how much came.
  if (written && (hold.price.kind !== 'tokens' || operation.transport.kind === 'audio')) return true;
  const { json, model } = relayRequest;
  const { type, paramOverride } = channel;
  const responder = { type, upstreamModel, paramOverride };
  // Endpoints that copy an API report 0 until their end.
  const isPromptKnown = (written?.usage.input ?? 0) > 0 || showsPrompt(relayRequest, responder);
  if (!isPromptKnown || ADDING_FIELDS.some((field) => json[field] != null) || requestsAudio(relayRequest))
    return false;
  if (paramOverride.size > 0 && THINKING.test([...paramOverride.keys()].join())) return false;
  const thoughtBytes = written?.tally.thoughtBytes ?? 0;
  const call = { json, models: [upstreamModel, model], isNative: native, thoughtBytes };
  return !(operation.hidesOutput?.(call) ?? true);
}

/** Fields with output that is billed and not in the answer: rejected predictions, compaction, work in the background. */
const ADDING_FIELDS = ['prediction', 'context_management', 'background'];
/** Fields by which a channel turns reasoning on. */
const THINKING = /thinking|reasoning|effort/i;
