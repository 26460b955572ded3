import type * as sessions from '../auth/sessions.ts';
import { editMembers } from './body.ts';
import type { RelayCaller } from './caller.ts';
import type { Asked } from './dialects/dialect.ts';
import { RelayError } from './errors.ts';
import { acceptsUnset } from './token-cache.ts';

/** Somebody who is signed in. */
export type Person = NonNullable<Awaited<ReturnType<typeof sessions.findWithUser>>>;

/** A signed-in user as the payer of a call: without a token, so without the limits of one. */
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
 * The group that the playground adds to a chat request, empty for the user's own, and the request without it: no
 * provider knows the field. All other bytes stay. @throws {RelayError} 400
 */
export function takeGroup(asked: Asked): { asked: Asked; group: string } {
  const { group = '', ...json } = asked.json;
  if (typeof group !== 'string' && group !== null)
    throw new RelayError(400, 'field_invalid', { field: 'group', reason: 'it is not a text' });
  const edited = editMembers(asked.body, asked.members, new Map([['group', null]]));
  return { asked: { ...asked, ...edited, json }, group: group ?? '' };
}
