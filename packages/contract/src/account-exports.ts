import * as z from 'zod/mini';
import { listAudit } from './audit.ts';
import { fileEndpoint } from './endpoint.ts';
import { exportQuery } from './exports.ts';
import { queryInteger, queryText, rowId } from './field-schemas.ts';

/** `2026-01-31T12:00:00Z`, empty for never. */
const time = z.string();
const text = z._default(z.nullable(z.string()), '');
const whole = z.int();

export const exportChannels = fileEndpoint({
  address: 'GET /api/channel/export',
  summary: 'Channels within the filters as a file, without their keys.',
  access: 'admin',
  input: z.object({
    ...exportQuery,
    keyword: queryText,
    group: queryText,
    model: queryText,
    status: queryInteger,
    type: queryInteger,
  }),
  output: z.object({
    id: whole,
    name: text,
    type: whole,
    status: whole,
    group: text,
    tag: text,
    priority: whole,
    weight: whole,
    models: text,
    base_url: text,
    used_quota: whole,
    used_quota_usd: z.number(),
    balance: z.number(),
    response_time_ms: whole,
    test_time: time,
    created_time: time,
  }),
});

export const exportUsers = fileEndpoint({
  address: 'GET /api/user/export',
  summary: 'Users within the filters of the search as a file.',
  access: 'admin',
  input: z.object({
    ...exportQuery,
    keyword: queryText,
    group: queryText,
    role: queryInteger,
    status: queryInteger,
  }),
  output: z.object({
    id: whole,
    username: text,
    display_name: text,
    email: text,
    role: whole,
    status: whole,
    group: text,
    quota: whole,
    quota_usd: z.number(),
    used_quota: whole,
    used_quota_usd: z.number(),
    request_count: whole,
    aff_count: whole,
    inviter_id: whole,
    created_time: time,
    deleted_time: time,
  }),
});

export const exportRedemptions = fileEndpoint({
  address: 'GET /api/redemption/export',
  summary: 'Redemption codes within the filters as a file, without the codes themselves.',
  access: 'admin',
  input: z.object({ ...exportQuery, keyword: queryText, status: queryInteger }),
  output: z.object({
    id: whole,
    name: text,
    status: whole,
    quota: whole,
    quota_usd: z.number(),
    user_id: whole,
    created_time: time,
    redeemed_time: time,
    used_user_id: whole,
  }),
});

export const exportOwnTopUps = fileEndpoint({
  address: 'GET /api/user/topup/self/export',
  summary: 'Own orders of online top-ups as a file.',
  access: 'user',
  input: z.object(exportQuery),
  output: z.object({
    id: whole,
    trade_no: text,
    status: text,
    payment_method: text,
    amount: z.number(),
    quota: whole,
    quota_usd: z.number(),
    money: z.number(),
    created_time: time,
    completed_time: time,
  }),
});

const statementQuery = {
  ...exportQuery,
  kind: queryText,
  start_timestamp: queryInteger,
  end_timestamp: queryInteger,
};
const statementRow = z.object({
  id: whole,
  time,
  kind: text,
  ref: text,
  amount: whole,
  amount_usd: z.number(),
  balance_after: whole,
  balance_after_usd: z.number(),
  reason: text,
});

export const exportOwnEntries = fileEndpoint({
  address: 'GET /api/user/ledger/export',
  summary: 'Own statement as a file: every movement with the balance after it, oldest first.',
  access: 'user',
  input: z.object(statementQuery),
  output: statementRow,
});

export const exportUserEntries = fileEndpoint({
  address: 'GET /api/user/:id/ledger/export',
  summary: 'The statement of any user below the own level as a file, oldest first.',
  access: 'admin',
  input: z.object({ ...statementQuery, id: rowId }),
  output: statementRow,
});

const { action, actor, target, start_timestamp, end_timestamp } = listAudit.input.shape;

export const exportAudit = fileEndpoint({
  address: 'GET /api/audit/export',
  summary: 'Who changed what, as a file, oldest first, with the hashes that chain the rows.',
  access: 'root',
  input: z.object({ ...exportQuery, action, actor, target, start_timestamp, end_timestamp }),
  output: z.object({
    id: whole,
    time,
    actor_id: whole,
    actor_name: text,
    ip: text,
    request_id: text,
    action: text,
    target: text,
    before: text,
    after: text,
    prev_hash: text,
    hash: text,
  }),
});
