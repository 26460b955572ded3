import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayContext } from '../context.ts';
import type { Dialect, RelayRequest } from '../dialects/dialect.ts';
import { RelayError } from '../errors.ts';
import { type Prepared, prepare } from '../request/request.ts';
import { shownName } from '../routes/shown-name.ts';
import type { HeldLength } from '../streaming/length-limit.ts';

export interface CallOfModel {
  readonly relayRequest: RelayRequest;
  readonly dialect: Dialect;
  /** Limits the answers; absent when the call has no payer. */
  readonly held?: HeldLength;
}

/**
 * Builds the request for one channel. Skips a channel whose key cannot be decrypted, or whose provider does
 * not support all of the call.
 */
export function prepareFor(
  ctx: RelayContext,
  channel: RouteChannel,
  { relayRequest, dialect, held }: CallOfModel,
): Prepared | RelayError | undefined {
  try {
    const prepared = prepare(channel, relayRequest, dialect, ctx.options.current, held);
    return prepared ?? new RelayError(501, 'operation_unsupported', { model: shownName(relayRequest.model) });
  } catch (error) {
    if (error instanceof RelayError && error.code === 'field_unsupported') return error;
    if (error instanceof RelayError) throw error;
    ctx.log.error({ err: error, channel: channel.id }, 'a channel cannot be used');
    return undefined;
  }
}
