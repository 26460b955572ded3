import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { queryFlag, queryInteger, queryText, quotaAmount, rowId } from './field-schemas.ts';
import { cursorPageOf, cursorQuery, pageQuery } from './page.ts';

/** A redemption code in the console API. Status: 1 unused, 2 disabled, 3 used. */
export const redemption = z.object({
  id: z.int(),
  /** Who made the code. */
  user_id: z.int(),
  /** The code itself, for administrators to distribute; empty when it cannot be read. */
  key: z.string(),
  status: z.int(),
  name: z.string(),
  quota: z.int(),
  created_time: z.int(),
  redeemed_time: z.int(),
  /** Used on creation only; always 0 here. */
  count: z._default(z.int(), 0),
  /** 0: not used yet. */
  used_user_id: z.int(),
  DeletedAt: z._default(z.nullable(z.string()), null),
});
export type Redemption = z.output<typeof redemption>;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(20));
const quota = quotaAmount.check(z.minimum(1));

export const listRedemptions = endpoint({
  address: 'GET /api/redemption/',
  summary: 'Redemption codes, newest first. `p` counts from 1; 0 is the first page too, and is echoed.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery }),
  output: cursorPageOf(redemption),
});

export const searchRedemptions = endpoint({
  address: 'GET /api/redemption/search',
  summary: 'Codes whose name begins with the keyword, or whose id it is.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery, keyword: queryText }),
  output: cursorPageOf(redemption),
});

export const pageRedemptions = endpoint({
  address: 'GET /api/redemption/page',
  summary: 'Codes as a page with the total, filtered by status and by a part of the name or the id.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery, keyword: queryText, status: queryInteger }),
  output: cursorPageOf(redemption),
});

export const getRedemption = endpoint({
  address: 'GET /api/redemption/:id',
  summary: 'One redemption code.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: redemption,
});

export const createRedemptions = endpoint({
  address: 'POST /api/redemption/',
  summary: 'Makes up to 100 codes of one name and value, and answers them.',
  access: 'admin',
  input: z.object({
    name,
    quota,
    count: z._default(z.int().check(z.minimum(1), z.maximum(100)), 1),
  }),
  output: z.array(z.string()),
});

/** Used codes cannot be changed. */
export const updateRedemption = endpoint({
  address: 'PUT /api/redemption/',
  summary: 'Changes name and value of an unused code, or with `status_only` its status.',
  access: 'admin',
  query: ['status_only'],
  input: z.object({
    id: rowId,
    name: z.optional(name),
    quota: z.optional(quota),
    status: z.optional(z.int().check(z.minimum(1), z.maximum(2))),
    status_only: queryFlag,
  }),
  output: redemption,
});

export const deleteRedemption = endpoint({
  address: 'DELETE /api/redemption/:id',
  summary: 'Deletes a code; it can no longer be redeemed.',
  access: 'admin',
  input: z.object({ id: rowId }),
  output: z.undefined(),
});
