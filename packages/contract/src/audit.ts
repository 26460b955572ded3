import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { queryInteger, queryText } from './field-schemas.ts';
import { cursorPageOf, cursorQuery, pageQuery } from './page.ts';

/**
 * Who did what. `before` and `after` are JSON texts of the changed fields, secrets hidden; empty when there are none.
 */
export const auditEntry = z.object({
  /** 1, 2, 3 ... without a gap. */
  id: z.int(),
  at: z.int(),
  /** 0: the gateway itself. */
  actor_id: z.int(),
  actor_name: z.string(),
  ip: z.string(),
  request_id: z.string(),
  /** `channel.update`, `option.update` ... */
  action: z.string(),
  /** `channel:12`, `option:Price` ... */
  target: z.string(),
  before: z.string(),
  after: z.string(),
  /** Hash over this row and the hash of the previous row. */
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = endpoint({
  address: 'GET /api/audit',
  summary: 'Who changed what, newest first. `p` counts from 1. `actor` is a name, or an id.',
  access: 'root',
  input: z.object({
    ...pageQuery,
    ...cursorQuery,
    action: queryText,
    actor: queryText,
    target: queryText,
    start_timestamp: queryInteger,
    end_timestamp: queryInteger,
  }),
  output: cursorPageOf(auditEntry),
});
