import type { DialectCall, HeldCall } from '../call.ts';
import { RelayError, UpstreamError } from '../errors.ts';
import { callOf, type FailedTry, withTries } from '../metering/failed-call.ts';
import { withOneModel } from './fallback-models.ts';

type HeldDialectCall = DialectCall & HeldCall;

export interface AnsweredCall<A> {
  readonly call: HeldDialectCall;
  readonly answer: A;
}

/**
 * Tries a call at one model after the other, until one begins to answer. `requested` is the model that its body
 * names. `attempt` gets the ids of the channels that were tried before.
 *
 * @throws {RelayError | UpstreamError} the error of the last model
 */
export async function tryModels<A>(
  calls: readonly HeldDialectCall[],
  requested: string,
  attempt: (call: HeldDialectCall, triedIds: readonly number[]) => Promise<A>,
): Promise<AnsweredCall<A>> {
  const tries: FailedTry[] = [];
  for (const [index, each] of calls.entries()) {
    const relayRequest = withOneModel(each.relayRequest, requested);
    const call = relayRequest === each.relayRequest ? each : { ...each, relayRequest };
    try {
      const triedIds = tries.map(({ channelId }) => channelId);
      return { call, answer: await attempt(call, triedIds) };
    } catch (error) {
      const facts = callOf(error);
      tries.push(...(facts.tries ?? []));
      const isLast = index === calls.length - 1;
      if (isLast || call.exchange.response.destroyed || !mayTryNext(error)) throw withTries(error, tries);
    }
  }
  throw new Error('a call needs a model');
}

/** Whether another model may help: not when the error is about the payer. */
function mayTryNext(error: unknown): boolean {
  if (error instanceof UpstreamError) return true;
  return error instanceof RelayError && aboutModel.has(error.code);
}

const aboutModel: ReadonlySet<string> = new Set([
  ...['no_channel', 'field_unsupported', 'operation_unsupported', 'model_mapped_error'],
]);
