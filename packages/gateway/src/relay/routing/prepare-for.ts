import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import { type CallOfModel, type Prepared, prepare } from '../request/request.ts';
import { shownName } from '../routes/shown-name.ts';

/**
 * Builds the request for one channel. Skips a channel whose key cannot be decrypted, or whose provider does
 * not support all of the call.
 */
export function prepareFor(
  ctx: RelayContext,
  channel: RouteChannel,
  call: CallOfModel,
): Prepared | RelayError | undefined {
  try {
    const prepared = prepare(channel, call, ctx.options.current);
    return (
      prepared ?? new RelayError(501, 'operation_unsupported', { model: shownName(call.relayRequest.model) })
    );
  } catch (error) {
    if (error instanceof RelayError && error.code === 'field_unsupported') return error;
    if (error instanceof RelayError) throw error;
    ctx.log.error({ err: error, channel: channel.id }, 'a channel cannot be used');
    return undefined;
  }
}
