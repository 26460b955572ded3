import * as z from 'zod/mini';
import { areaId } from './console/index.ts';
import { areaRights, endpoint } from './endpoint.ts';
import { rowId, unixSeconds } from './field-schemas.ts';

const id = areaId().check(z.maxLength(64));

const rights = z.array(z.enum(areaRights)).check(z.minLength(1), z.maxLength(areaRights.length));

/** `retired`: signs no new builds, its builds stay trusted. `revoked`: neither is trusted. */
export const publishKey = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(['valid', 'retired', 'revoked']),
});

export type ListedPublishKey = z.output<typeof publishKey>;

export const listPublishers = endpoint({
  address: 'GET /api/console/publishers',
  summary:
    'The keys whose builds are trusted and the tokens that may publish builds. Revoked ones are not listed.',
  access: 'root',
  input: z.object({}),
  output: z.object({
    keys: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        public_key: z.string(),
        /** The area whose builds it may sign; empty for any. */
        area: z.string(),
        created_at: unixSeconds,
        /** When it stopped signing new builds. 0: it may sign. */
        retired_at: unixSeconds,
      }),
    ),
    tokens: z.array(
      z.object({
        id: z.int(),
        area: z.string(),
        name: z.string(),
        rights,
        /** 0: never. */
        expires_at: unixSeconds,
        created_at: unixSeconds,
        /** 0: never. */
        used_at: unixSeconds,
      }),
    ),
  }),
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

/** 32 bytes in base64, in their only spelling: the unused bits at the end are zero. */
export function publicKey() {
  return z.string().check(z.regex(/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/));
}

export const addPublishKey = endpoint({
  address: 'POST /api/console/publish-keys',
  summary:
    'Trusts builds that are signed by this Ed25519 key (32 bytes in base64). A key is registered once: one that was retired or revoked is refused. Answers its id.',
  access: 'root',
  input: z.object({
    name,
    public_key: publicKey(),
    /** The area whose builds it may sign; empty for any. */
    area: z._default(z.union([z.literal(''), id]), ''),
  }),
  output: z.int(),
});

export const retirePublishKey = endpoint({
  address: 'POST /api/console/publish-keys/:id/retire',
  summary:
    'Accepts no more builds that this key signed. For a key that was replaced as planned: builds that were published with it stay trusted.',
  access: 'root',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});

export const revokePublishKey = endpoint({
  address: 'DELETE /api/console/publish-keys/:id',
  summary:
    'Distrusts a key and every build that it signed. For a key that somebody else may have. Builds that run keep running and are marked; none of them can be promoted, given to a canary or pinned.',
  access: 'root',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});

export const makePublishToken = endpoint({
  address: 'POST /api/console/areas/:id/tokens',
  summary:
    'Makes a deploy token: it may publish, release or watch builds of this area until it ends, and nothing else. It is shown this once.',
  access: 'root',
  input: z.object({
    id,
    name,
    rights: z._default(rights, ['publish']),
    days: z._default(z.int().check(z.minimum(1), z.maximum(366)), 90),
  }),
  output: z.object({ id: z.int(), token: z.string() }),
});

export const revokePublishToken = endpoint({
  address: 'DELETE /api/console/publish-tokens/:id',
  summary: 'Ends a publish token.',
  access: 'root',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});

export const listAreaMembers = endpoint({
  address: 'GET /api/console/areas/:id/members',
  summary: 'Users who have rights for this area besides their role.',
  access: 'root',
  input: z.object({ id }),
  output: z.array(z.object({ user_id: z.int(), username: z.string(), rights })),
});

export const setAreaMember = endpoint({
  address: 'PUT /api/console/areas/:id/members/:user_id',
  summary: 'Gives a user rights for this area, and no others.',
  access: 'root',
  input: z.object({ id, user_id: rowId, rights }),
  output: z.undefined(),
});

export const removeAreaMember = endpoint({
  address: 'DELETE /api/console/areas/:id/members/:user_id',
  summary: 'Takes the rights for this area from a user.',
  access: 'root',
  input: z.object({ id, user_id: rowId }),
  output: z.undefined(),
});
