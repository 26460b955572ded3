import { type DestinationField, destinationFields } from '@tollgate/contract';
import { AppError } from '../../../core/errors.ts';
import { defaultOther } from '../keys/channel-keys.ts';
import type { ChannelRow } from '../repository/channels.ts';
import { hasUnsafeText } from './channel-hosts.ts';
import { proxyIdentity } from './channel-proxies.ts';

/** Every field of a channel that decides where its requests go. Docs: decision record 0047. */
export type Destination = Pick<ChannelRow, 'type' | 'base_url' | 'other' | 'openai_organization' | 'setting'>;

/**
 * Returns the first field that changes where requests go, through which proxy, or on which account: scheme,
 * host, port and path of the address, the type, the region, version or account in `other`, the organization,
 * the proxy in `setting`. Undefined when the destination stays the same.
 */
export function findChangedDestination(
  before: Destination,
  after: Destination,
): DestinationField | undefined {
  const [old, now] = [partsOf(before), partsOf(after)];
  return destinationFields.find((field) => old[field] !== now[field]);
}

/**
 * Checks before a channel is written that a stored key stays with the destination that it was saved for.
 *
 * @throws {AppError} `channel_key_again`
 */
export function refuseMovedKey(
  before: Destination & Pick<ChannelRow, 'id' | 'key_sealed'>,
  after: Destination & Pick<ChannelRow, 'key_sealed'>,
): void {
  const changed = findChangedDestination(before, after);
  if (before.key_sealed === after.key_sealed && changed)
    throw new AppError('channel_key_again', { id: before.id, changed });
}

/** An absent address differs from the default one: the default may depend on the request. */
function partsOf({ type, base_url, other, openai_organization, setting }: Destination) {
  return {
    type: String(type),
    base_url: canonicalAddress(base_url ?? ''),
    other: other.trim() || defaultOther(type),
    openai_organization: (openai_organization ?? '').trim(),
    setting: proxyIdentity(setting),
  } satisfies Record<DestinationField, string>;
}

/**
 * Returns the address as the relay reads it: without blanks around it and slashes at its end. Adapters append
 * to the text, not to the parsed address. Text that a parser would drop or rewrite is refused when it is
 * saved, see `hasUnsafeText`.
 */
function canonicalAddress(text: string): string {
  const plain = text.trim();
  if (hasUnsafeText(plain) || !URL.canParse(plain)) return plain;
  const { protocol, host, username, password } = new URL(plain);
  // Adapters fill places of the path, such as `{model}`, which a parser would encode.
  const behindHost = plain.replace(/^[^/]*\/\/[^/?#]*/, '').replace(/\/+$/, '');
  return `${protocol}//${username}:${password}@${host}${behindHost}`;
}
