import { ChannelStatus } from '@tollgate/contract';
import { hashKey } from '../../modules/channels/keys/channel-keys.ts';
import type { ReferenceOwner } from '../../modules/channels/repository/upstream-references.ts';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Address, Operation, Target } from '../providers/provider.ts';
import { providers } from '../providers/registry.ts';
import { findAddress, toTarget } from '../request/request.ts';

/** The formats whose answers a provider can store. */
export type StoredFormat = 'openai-responses' | 'openai-chat';

/** The account of a provider that stores an answer. */
export interface Storage {
  readonly channel: RouteChannel;
  readonly operation: Operation;
  readonly target: Target;
  /** The address of all its answers of this format. */
  readonly address: Address;
}

/** Returns the storage of an answer; `undefined` when its channel is gone, or no longer of the type that stores it. */
export async function findStorage(
  ctx: Pick<RelayContext, 'routing' | 'options' | 'secrets'>,
  { channelId, keyHash }: ReferenceOwner,
  format: StoredFormat,
): Promise<Storage | undefined> {
  const channel = (await ctx.routing.routes()).channel(channelId);
  const { chat, others = [] } = (channel && providers.get(channel.type)) ?? {};
  const operation = [chat, ...others].find((each) => each?.native === format);
  if (!channel || operation?.auth.kind !== 'key') return undefined;
  const matches = (key: string) => hashKey(ctx, key) === keyHash;
  const preferredKey = keyHash === '' ? undefined : { channelId, matches };
  const target = { ...toTarget(channel, '', ctx.options.current, preferredKey), stream: false };
  return { channel, operation, target, address: findAddress(operation, target) };
}

/** The same for a caller, who cannot use a channel that an administrator disabled. @throws {RelayError} 503 */
export async function findOpenStorage(
  ctx: RelayContext,
  owner: ReferenceOwner,
  format: StoredFormat,
): Promise<Storage> {
  const storage = await findStorage(ctx, owner, format);
  if (storage && storage.channel.status !== ChannelStatus.disabled) return storage;
  throw new RelayError(503, 'stored_unavailable');
}
