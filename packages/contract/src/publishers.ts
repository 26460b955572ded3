import * as z from 'zod/mini';
import { areaId } from './console/index.ts';
import { endpoint } from './endpoint.ts';
import { rowId, unixSeconds } from './field-schemas.ts';

const id = areaId().check(z.maxLength(64));

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
        created_at: unixSeconds,
        /** 0: never. */
        used_at: unixSeconds,
      }),
    ),
  }),
});

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(64));

export const addPublishKey = endpoint({
  address: 'POST /api/console/publish-keys',
  summary:
    'Trusts builds that are signed by this Ed25519 key (32 bytes in base64). A key is registered once: one that was retired or revoked is refused. Answers its id.',
  access: 'root',
  input: z.object({ name, public_key: z.string().check(z.regex(/^[A-Za-z0-9+/]{43}=$/)) }),
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
  summary: 'Makes a token that may publish builds of this area and nothing else. It is shown this once.',
  access: 'root',
  input: z.object({ id, name }),
  output: z.object({ id: z.int(), token: z.string() }),
});

export const revokePublishToken = endpoint({
  address: 'DELETE /api/console/publish-tokens/:id',
  summary: 'Ends a publish token.',
  access: 'root',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});
