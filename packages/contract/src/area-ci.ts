import * as z from 'zod/mini';
import { areaId } from './console/index.ts';
import { areaRights, endpoint } from './endpoint.ts';
import { rowId, unixSeconds } from './field-schemas.ts';
import { publicKey } from './publishers.ts';

const id = areaId().check(z.maxLength(64));
const rights = z.array(z.enum(areaRights)).check(z.minLength(1), z.maxLength(areaRights.length));

/** `*` means any signs but `:`. Before the first one is the name of a project, so that no foreign one fits. */
const subject = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(255), z.regex(/^[^*]*$|^[^*]*:[^*]*\/[^*]*\*/));

const identity = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
  /** As in the tokens: `https://token.actions.githubusercontent.com`. */
  issuer: z.string().check(z.maxLength(190), z.regex(/^https?:\/\/[^\s?#]+$/)),
  audience: z.string().check(z.trim(), z.minLength(1), z.maxLength(190)),
  /** `repo:acme/billing:ref:refs/heads/main`, `repo:acme/billing:environment:*` */
  subject,
};

export const listCiIdentities = endpoint({
  address: 'GET /api/console/areas/:id/ci-identities',
  summary: 'The jobs of build servers that get deploy tokens of this area by an ID token.',
  access: 'root',
  input: z.object({ id }),
  output: z.array(
    z.object({
      id: z.int(),
      ...identity,
      rights,
      created_at: unixSeconds,
      /** 0: never. */
      used_at: unixSeconds,
    }),
  ),
});

export const addCiIdentity = endpoint({
  address: 'POST /api/console/areas/:id/ci-identities',
  summary:
    'Gives jobs of a build server rights for this area: those whose ID token is of this issuer, for this audience, and has a subject of this pattern.',
  access: 'root',
  input: z.object({ id, ...identity, rights }),
  output: z.int(),
});

export const removeCiIdentity = endpoint({
  address: 'DELETE /api/console/ci-identities/:id',
  summary: 'Takes the rights from these jobs, and ends the tokens and keys that they have.',
  access: 'root',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});

export const exchangeCiToken = endpoint({
  address: 'POST /api/console/areas/:id/ci-token',
  summary:
    'Exchanges an ID token of a build server for a deploy token that ends after 15 minutes. Each ID token is taken once. A public key signs builds of this area for the same time.',
  access: 'public',
  input: z.object({
    id,
    id_token: z.string().check(z.minLength(20), z.maxLength(16_000)),
    public_key: z.optional(publicKey()),
  }),
  output: z.object({ token: z.string(), rights, expires_at: unixSeconds }),
});
