import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  commaText,
  idList,
  queryFlag,
  queryInteger,
  queryText,
  quotaAmount,
  rowId,
} from './field-schemas.ts';
import { ownLimit } from './limits.ts';
import { cursorPageOf, cursorQuery, pageQuery } from './page.ts';

/** An API token of the signed-in user. `key` has 48 characters and is shown with the prefix `sk-`; empty when it cannot be read. */
export const token = z.object({
  id: z.int(),
  user_id: z.int(),
  key: z.string(),
  status: z.int(),
  name: z.string(),
  created_time: z.int(),
  accessed_time: z.int(),
  /** Unix seconds; -1 never expires. */
  expired_time: z.int(),
  /** Quota units left. Below zero for a used unlimited token. */
  remain_quota: z.int(),
  unlimited_quota: z.boolean(),
  used_quota: z.int(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  /** One address a line. */
  allow_ips: z.nullable(z.string()),
  group: z.string(),
  DeletedAt: z._default(z.null(), null),
});
export type Token = z.output<typeof token>;

const fields = {
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(30)),
  expired_time: z.int().check(z.minimum(-1)),
  remain_quota: quotaAmount,
  unlimited_quota: z.boolean(),
  model_limits_enabled: z.boolean(),
  model_limits: commaText,
  allow_ips: z.nullable(z.string().check(z.maxLength(4000))),
  group: z.string().check(z.maxLength(64)),
};

/** Form fields of a token. */
export const tokenDraft = z.object({
  name: fields.name,
  expired_time: z._default(fields.expired_time, -1),
  remain_quota: z._default(fields.remain_quota, 0),
  unlimited_quota: z._default(fields.unlimited_quota, false),
  model_limits_enabled: z._default(fields.model_limits_enabled, false),
  model_limits: z._default(fields.model_limits, ''),
  allow_ips: z._default(fields.allow_ips, ''),
  group: z._default(fields.group, ''),
});
export type TokenDraft = z.input<typeof tokenDraft>;

export const listTokens = endpoint({
  address: 'GET /api/token/',
  summary: 'Own tokens, newest first. `p` counts from 0.',
  access: 'user',
  input: z.object({ p: queryInteger, size: queryInteger, page_size: queryInteger }),
  output: z.array(token),
});

/** The same list as a page with its total. */
export const pageTokens = endpoint({
  address: 'GET /api/token/page',
  summary: 'Own tokens as a page with the total, searched by name and key. `p` counts from 1.',
  access: 'user',
  input: z.object({
    ...pageQuery,
    ...cursorQuery,
    keyword: queryText,
    token: queryText,
    status: queryInteger,
  }),
  output: cursorPageOf(token),
});

export const searchTokens = endpoint({
  address: 'GET /api/token/search',
  summary: 'Own tokens whose name contains `keyword` and whose key contains `token`.',
  access: 'user',
  input: z.object({ keyword: queryText, token: queryText }),
  output: z.array(token),
});

export const getToken = endpoint({
  address: 'GET /api/token/:id',
  summary: 'One own token.',
  access: 'user',
  input: z.object({ id: rowId }),
  output: token,
});

export const createToken = endpoint({
  address: 'POST /api/token/',
  summary: 'Creates a token.',
  access: 'user',
  input: tokenDraft,
  output: token,
});

/** With `status_only` only the status changes; otherwise only the sent fields, never the status. */
export const updateToken = endpoint({
  address: 'PUT /api/token/',
  summary: 'Changes a token, or with `status_only=true` its status alone.',
  access: 'user',
  query: ['status_only'],
  input: z.object({
    ...z.partial(z.object(fields)).shape,
    /** Below zero for a used unlimited token; sending that value back changes nothing. */
    remain_quota: z.optional(z.int()),
    id: rowId,
    status: z.optional(z.int()),
    status_only: queryFlag,
  }),
  output: token,
});

export const deleteToken = endpoint({
  address: 'DELETE /api/token/:id',
  summary: 'Deletes a token. Calls with it are refused at once.',
  access: 'user',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});

export const deleteTokens = endpoint({
  address: 'POST /api/token/batch',
  summary: 'Deletes own tokens. Calls with them are refused at once. Answers how many.',
  access: 'user',
  input: z.object({ ids: z.array(rowId).check(z.minLength(1), z.maxLength(100)) }),
  output: z.int(),
});

/** The sums of one UTC day. */
export const tokenDay = z.object({
  /** Start of the day, unix seconds. */
  created_at: z.int(),
  /** Calls. */
  count: z.int(),
  token_used: z.int(),
  quota: z.int(),
});

export const listTokenUsage = endpoint({
  address: 'GET /api/token/usage',
  summary: 'What own tokens used on each of the last 30 days of UTC, days of nothing included.',
  access: 'user',
  input: z.object({ ids: idList }),
  output: z.array(z.object({ id: z.int(), days: z.array(tokenDay) })),
});

/** Field names and the flag `code` are those of new-api. */
export const getTokenBalance = endpoint({
  address: 'GET /api/usage/token',
  summary:
    'What the token of `Authorization: Bearer` was given, has used and has left. A disabled or expired key, a disabled owner and an address outside `allow_ips` are refused as by the relay; a key without quota is not.',
  access: 'public',
  bearer: 'key',
  openToSites: true,
  answer: 'spread',
  input: z.object({ key: queryText }),
  output: z.object({
    code: z.literal(true),
    data: z.object({
      object: z.literal('token_usage'),
      name: z.string(),
      total_granted: z.int(),
      total_used: z.int(),
      total_available: z.int(),
      unlimited_quota: z.boolean(),
      model_limits: z.record(z.string(), z.literal(true)),
      model_limits_enabled: z.boolean(),
      /** Unix seconds; 0 never. */
      expires_at: z.int(),
      /** What limits the token and its user, and what is left of it. */
      limits: z.array(ownLimit),
    }),
  }),
});
