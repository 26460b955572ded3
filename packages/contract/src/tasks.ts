import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { queryInteger, queryText } from './field-schemas.ts';
import { logBars } from './log-summaries.ts';
import { cursorPageOf, cursorQuery, pageQuery } from './page.ts';

const text = z._default(z.string(), '');

/** A drawing of a Midjourney proxy. Times in milliseconds, like those of the proxies. */
export const drawing = z.object({
  id: z.int(),
  code: z.int(),
  user_id: z.int(),
  action: z.string(),
  mj_id: z.string(),
  prompt: text,
  prompt_en: text,
  description: text,
  state: z.string(),
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  image_url: text,
  status: z.string(),
  /** `57%`. */
  progress: z.string(),
  fail_reason: text,
  channel_id: z.int(),
  quota: z.int(),
  /** JSON text. */
  buttons: text,
  /** JSON text. */
  properties: text,
});
export type Drawing = z.output<typeof drawing>;

/** A job that a provider runs asynchronously, such as a song. Times in seconds. */
export const task = z.object({
  id: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
  task_id: z.string(),
  platform: z.string(),
  user_id: z.int(),
  channel_id: z.int(),
  quota: z.int(),
  /** MUSIC, LYRICS. */
  action: z.string(),
  status: z.string(),
  fail_reason: text,
  submit_time: z.int(),
  start_time: z.int(),
  finish_time: z.int(),
  /** `57%`. */
  progress: z.string(),
  properties: z.unknown(),
  data: z.unknown(),
});
export type Task = z.output<typeof task>;

/** Times in milliseconds, both inclusive. */
export const drawingFilters = {
  mj_id: queryText,
  start_timestamp: queryInteger,
  end_timestamp: queryInteger,
};
export const adminDrawingFilters = { ...drawingFilters, channel_id: queryInteger };

/** Times in seconds, both inclusive. */
export const taskFilters = {
  task_id: queryText,
  platform: queryText,
  status: queryText,
  action: queryText,
  start_timestamp: queryInteger,
  end_timestamp: queryInteger,
};
export const adminTaskFilters = { ...taskFilters, channel_id: queryInteger };

export const listDrawings = endpoint({
  address: 'GET /api/mj/',
  summary: 'Drawings of everybody, newest first. `p` counts from 0.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...adminDrawingFilters }),
  output: z.array(drawing),
});

export const listOwnDrawings = endpoint({
  address: 'GET /api/mj/self',
  summary: 'Own drawings, newest first. `p` counts from 0.',
  access: 'user',
  input: z.object({ ...pageQuery, ...drawingFilters }),
  output: z.array(drawing),
});

export const pageDrawings = endpoint({
  address: 'GET /api/mj/page',
  summary: 'Drawings of everybody as a page with the total. `p` counts from 1; `cursor` goes on from a page.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery, ...adminDrawingFilters }),
  output: cursorPageOf(drawing),
});

export const pageOwnDrawings = endpoint({
  address: 'GET /api/mj/self/page',
  summary: 'Own drawings as a page with the total. `p` counts from 1; `cursor` goes on from a page.',
  access: 'user',
  input: z.object({ ...pageQuery, ...cursorQuery, ...drawingFilters }),
  output: cursorPageOf(drawing),
});

export const getDrawingBars = endpoint({
  address: 'GET /api/mj/bars',
  summary:
    'Drawings over time within the filters, in at most 60 bars: `failed` and all others. Bars are in seconds.',
  access: 'admin',
  input: z.object(adminDrawingFilters),
  output: logBars,
});

export const getOwnDrawingBars = endpoint({
  address: 'GET /api/mj/self/bars',
  summary: 'The same for the signed-in user.',
  access: 'user',
  input: z.object(drawingFilters),
  output: logBars,
});

export const listTasks = endpoint({
  address: 'GET /api/task/',
  summary: 'Tasks of everybody, newest first. `p` counts from 0.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...adminTaskFilters }),
  output: z.array(task),
});

export const listOwnTasks = endpoint({
  address: 'GET /api/task/self',
  summary: 'Own tasks, newest first. `p` counts from 0.',
  access: 'user',
  input: z.object({ ...pageQuery, ...taskFilters }),
  output: z.array(task),
});

export const pageTasks = endpoint({
  address: 'GET /api/task/page',
  summary: 'Tasks of everybody as a page with the total. `p` counts from 1; `cursor` goes on from a page.',
  access: 'admin',
  input: z.object({ ...pageQuery, ...cursorQuery, ...adminTaskFilters }),
  output: cursorPageOf(task),
});

export const pageOwnTasks = endpoint({
  address: 'GET /api/task/self/page',
  summary: 'Own tasks as a page with the total. `p` counts from 1; `cursor` goes on from a page.',
  access: 'user',
  input: z.object({ ...pageQuery, ...cursorQuery, ...taskFilters }),
  output: cursorPageOf(task),
});

export const getTaskBars = endpoint({
  address: 'GET /api/task/bars',
  summary: 'Tasks over time within the filters, in at most 60 bars: `failed` and all others.',
  access: 'admin',
  input: z.object(adminTaskFilters),
  output: logBars,
});

export const getOwnTaskBars = endpoint({
  address: 'GET /api/task/self/bars',
  summary: 'The same for the signed-in user.',
  access: 'user',
  input: z.object(taskFilters),
  output: logBars,
});
