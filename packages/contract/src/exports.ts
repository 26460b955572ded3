import * as z from 'zod/mini';
import { dataRange } from './data.ts';
import { fileEndpoint } from './endpoint.ts';
import { queryInteger, queryText } from './field-schemas.ts';
import { adminLogFilters, logFilters } from './logs.ts';
import { adminDrawingFilters, adminTaskFilters, drawingFilters, taskFilters } from './tasks.ts';

/** `csv` opens in a spreadsheet, `jsonl` is one JSON object a line. */
export const exportQuery = { format: z._default(z.enum(['csv', 'jsonl']), 'csv') };

/** `2026-01-31T12:00:00Z`, empty for never. */
const time = z.string();
const text = z._default(z.nullable(z.string()), '');
const whole = z.int();

const logColumns = {
  time,
  type: whole,
  token_name: text,
  group: text,
  model_name: text,
  quota: whole,
  cost_usd: z.number(),
  prompt_tokens: whole,
  completion_tokens: whole,
  use_time_seconds: whole,
  is_stream: z.boolean(),
  billing_basis: text,
  request_id: text,
  content: text,
  /** The receipt, as JSON. */
  other: text,
};
const whose = { user_id: whole, username: text };

export const exportLogs = fileEndpoint({
  address: 'GET /api/log/export',
  summary: 'The usage log of everybody within the filters, as a file, newest first.',
  access: 'admin',
  input: z.object({ ...exportQuery, ...adminLogFilters }),
  output: z.object({
    ...whose,
    channel: whole,
    channel_name: text,
    ...logColumns,
    /** Quota units; empty when it is not known. */
    provider_cost: z._default(z.nullable(whole), null),
  }),
});

export const exportOwnLogs = fileEndpoint({
  address: 'GET /api/log/self/export',
  summary: 'The own usage log within the filters, as a file, newest first.',
  access: 'user',
  input: z.object({ ...exportQuery, ...logFilters }),
  output: z.object(logColumns),
});

const usageColumns = {
  hour: time,
  model_name: text,
  calls: whole,
  tokens: whole,
  quota: whole,
  cost_usd: z.number(),
};

export const exportUsage = fileEndpoint({
  address: 'GET /api/data/export',
  summary: 'Consumption of everybody by hour, user and model, as a file.',
  access: 'admin',
  input: z.object({ ...exportQuery, ...dataRange, username: queryText }),
  output: z.object({ ...whose, ...usageColumns }),
});

export const exportOwnUsage = fileEndpoint({
  address: 'GET /api/data/self/export',
  summary: 'Own consumption by hour and model, as a file.',
  access: 'user',
  input: z.object({ ...exportQuery, ...dataRange }),
  output: z.object(usageColumns),
});

export const exportTokens = fileEndpoint({
  address: 'GET /api/token/export',
  summary: 'Own tokens as a file, without their keys.',
  access: 'user',
  input: z.object({ ...exportQuery, keyword: queryText, status: queryInteger }),
  output: z.object({
    id: whole,
    name: text,
    status: whole,
    group: text,
    created_time: time,
    expired_time: time,
    unlimited_quota: z.boolean(),
    remain_quota: whole,
    remain_quota_usd: z.number(),
    used_quota: whole,
    used_quota_usd: z.number(),
    model_limits: text,
    allow_ips: text,
  }),
});

const drawingColumns = {
  id: whole,
  mj_id: text,
  action: text,
  status: text,
  progress: text,
  code: whole,
  submit_time: time,
  start_time: time,
  finish_time: time,
  quota: whole,
  quota_usd: z.number(),
  prompt: text,
  prompt_en: text,
  image_url: text,
  fail_reason: text,
};

export const exportDrawings = fileEndpoint({
  address: 'GET /api/mj/export',
  summary: 'Drawings of everybody within the filters, as a file.',
  access: 'admin',
  input: z.object({ ...exportQuery, ...adminDrawingFilters }),
  output: z.object({ ...drawingColumns, user_id: whole, channel_id: whole }),
});

export const exportOwnDrawings = fileEndpoint({
  address: 'GET /api/mj/self/export',
  summary: 'Own drawings within the filters, as a file.',
  access: 'user',
  input: z.object({ ...exportQuery, ...drawingFilters }),
  output: z.object(drawingColumns),
});

const taskColumns = {
  id: whole,
  task_id: text,
  platform: text,
  action: text,
  status: text,
  progress: text,
  submit_time: time,
  start_time: time,
  finish_time: time,
  quota: whole,
  quota_usd: z.number(),
  fail_reason: text,
};

export const exportTasks = fileEndpoint({
  address: 'GET /api/task/export',
  summary: 'Tasks of everybody within the filters, as a file.',
  access: 'admin',
  input: z.object({ ...exportQuery, ...adminTaskFilters }),
  output: z.object({ ...taskColumns, user_id: whole, channel_id: whole }),
});

export const exportOwnTasks = fileEndpoint({
  address: 'GET /api/task/self/export',
  summary: 'Own tasks within the filters, as a file.',
  access: 'user',
  input: z.object({ ...exportQuery, ...taskFilters }),
  output: z.object(taskColumns),
});
