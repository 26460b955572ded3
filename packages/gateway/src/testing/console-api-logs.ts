import type { ConsoleApiRow } from './console-api-rows.ts';
import { pageOf, records } from './console-api-shapes.ts';

const stat = { quota: 'int', rpm: 'int', tpm: 'int' };
const range = { start_timestamp: 0, end_timestamp: 9_999_999_999 };
const ownFilters = { p: 1, page_size: 10, type: 0, token_name: '', model_name: '', group: '', ...range };
const filters = { ...ownFilters, username: '', channel: '' };
const tooLong = { keyword: 'x'.repeat(201) };

export const logsRows: readonly ConsoleApiRow[] = [
  { row: 80, call: 'GET /api/log/', level: 'admin', sends: filters, gives: pageOf(records.log) },
  {
    row: 81,
    call: 'DELETE /api/log/',
    level: 'admin',
    sends: { target_timestamp: 1 },
    gives: 'int',
    refuses: [{}, 'invalid_input'],
  },
  { row: 82, call: 'GET /api/log/stat', level: 'admin', sends: filters, gives: stat },
  { row: 83, call: 'GET /api/log/self/stat', level: 'user', sends: ownFilters, gives: stat },
  {
    row: 84,
    call: 'GET /api/log/search',
    level: 'admin',
    sends: { keyword: 'did' },
    gives: [records.log],
    refuses: [tooLong, 'invalid_input'],
  },
  { row: 85, call: 'GET /api/log/self/', level: 'user', sends: ownFilters, gives: pageOf(records.log) },
  {
    row: 86,
    call: 'GET /api/log/self/search',
    level: 'user',
    sends: { keyword: '2' },
    gives: [records.log],
    refuses: [tooLong, 'invalid_input'],
  },
  {
    row: 87,
    call: 'GET /api/log/token',
    level: 'public',
    sends: ({ tokenKey }) => ({ key: `sk-${tokenKey}` }),
    gives: [records.log],
    refuses: [{ key: 'sk-unknown' }, 'token_key_unknown'],
  },
  {
    row: 88,
    call: 'GET /api/data/',
    level: 'admin',
    sends: { username: '', default_time: 'hour', ...range },
    gives: [records.hour],
    refuses: [{ username: 'x'.repeat(201) }, 'invalid_input'],
  },
  {
    row: 89,
    call: 'GET /api/data/self/',
    level: 'user',
    sends: { default_time: 'hour' },
    gives: [records.hour],
    refuses: [range, 'time_range_too_long'],
  },
  { row: 90, call: 'GET /api/group/', level: 'admin', gives: ['str'] },
  {
    row: 91,
    call: 'GET /api/mj/',
    level: 'admin',
    sends: { p: 0, channel_id: '', mj_id: '', start_timestamp: 0, end_timestamp: 9_999_999_999_999 },
    gives: [records.drawing],
    refuses: [{ mj_id: 'x'.repeat(201) }, 'invalid_input'],
  },
  {
    row: 92,
    call: 'GET /api/mj/self/',
    level: 'user',
    sends: { p: 0, mj_id: '', start_timestamp: 0, end_timestamp: 9_999_999_999_999 },
    gives: [records.drawing],
    refuses: [{ mj_id: 'x'.repeat(201) }, 'invalid_input'],
  },
  {
    row: 93,
    call: 'GET /api/task/',
    level: 'admin',
    sends: { p: 0, channel_id: '', task_id: '', start_timestamp: 'NaN', end_timestamp: 'NaN' },
    gives: [records.task],
    refuses: [{ task_id: 'x'.repeat(201) }, 'invalid_input'],
  },
  {
    row: 94,
    call: 'GET /api/task/self',
    level: 'user',
    sends: { p: 0, task_id: '', start_timestamp: 'NaN', end_timestamp: 'NaN' },
    gives: [records.task],
    refuses: [{ task_id: 'x'.repeat(201) }, 'invalid_input'],
  },
];
