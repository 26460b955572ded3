import type * as sessions from '../../modules/identity/credentials/sessions.ts';
import type { RelayCaller } from '../access/caller.ts';
import { acceptsUnset } from '../access/token-cache.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { invalid } from '../dialects/read-request.ts';
import { editMembers } from '../request/body.ts';

/** A signed-in user. */
export type Person = NonNullable<Awaited<ReturnType<typeof sessions.findWithUser>>>;

/** Returns a signed-in user as the payer of a call, without a token and its limits. */
export function playgroundCaller(
  { id, username, role, status, group: userGroup, setting }: Person,
  group: string,
): RelayCaller {
  const owner = {
    tokenId: null,
    tokenName: `playground-${group || userGroup}`,
    tokenStatus: 1,
    unlimited: true,
    expiresAt: -1,
    userId: id,
    username,
    role,
    userStatus: status,
    userGroup,
    tokenGroup: group,
    models: undefined,
    addresses: undefined,
    acceptsUnset: acceptsUnset(setting),
  };
  return { owner, keyHint: '', channelId: undefined };
}

/**
 * Removes the group that the playground adds to a chat request, because no provider supports the field. The
 * group is empty for the user's own. Keeps all other bytes. @throws {RelayError} 400
 */
export function takeGroup(relayRequest: RelayRequest): { relayRequest: RelayRequest; group: string } {
  const { group = '', ...json } = relayRequest.json;
  if (typeof group !== 'string' && group !== null) throw invalid('group', 'string');
  const edited = editMembers(relayRequest.body, relayRequest.members, new Map([['group', null]]));
  return { relayRequest: { ...relayRequest, ...edited, json }, group: group ?? '' };
}
