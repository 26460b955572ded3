import { hashSync } from 'bcryptjs';
import type { UntypedDb } from '../db/portable.ts';
import { createForeign, fillForeign, newApiTables } from './foreign-tables.ts';

export const PASSWORD = 'correct-horse-9';
export const KEY = 'aB3'.repeat(16);
export const WEBHOOK_SECRET = 'webhook-secret-1';
export const CODE = '0123456789abcdef0123456789abcdef';
/** Start of an hour. */
export const LOGGED_AT = 1_760_000_400;

/** Makes what an installation of new-api has, with rows that were never checked. `base` is the address of a provider. */
export async function makeNewApi(db: UntypedDb, base: string): Promise<void> {
  for (const [table, shape] of Object.entries(newApiTables)) await createForeign(db, table, shape);
  await addUsers(db);
  await addTokens(db);
  await addSupply(db, base);
  await addMoney(db);
  await addHistory(db);
}

async function addUsers(db: UntypedDb): Promise<void> {
  const password = hashSync(PASSWORD, 4);
  const plainUser = { role: 1, status: 1, quota: 0, used_quota: 0, request_count: 0, group: 'default' };
  await fillForeign(db, 'users', [
    {
      ...plainUser,
      id: 1,
      username: 'root',
      password,
      role: 100,
      quota: 5_000_000,
      aff_code: '',
      email: 'root@x.test',
    },
    {
      ...plainUser,
      ...{ id: 2, username: 'alice', password, quota: 1_000_000, used_quota: 250_000, request_count: 7 },
      ...{
        aff_code: 'Ab1Z',
        aff_quota: 30_000,
        aff_history: 50_000,
        aff_count: 1,
        access_token: 'T'.repeat(28),
      },
      ...{ github_id: 'alice-gh', linux_do_id: '4711', oidc_id: 'sub-1' },
      setting: `{"notify_type":"webhook","quota_warning_threshold":5,"webhook_url":"https://x.test/h","webhook_secret":"${WEBHOOK_SECRET}"}`,
    },
    {
      ...plainUser,
      id: 3,
      username: 'a1ice',
      password: '',
      quota: -420,
      linux_do_id: '4711',
      aff_code: 'Cd2Y',
    },
    {
      ...plainUser,
      id: 5,
      username: '',
      password: 'plain',
      role: 7,
      setting: '{"notify_type":"webhook","webhook_url":"http://x"}',
    },
    { ...plainUser, id: 6, username: 'gone', password, deleted_at: '2025-03-01 10:00:00.5+08:00', status: 1 },
  ]);
}

async function addTokens(db: UntypedDb): Promise<void> {
  const usable = {
    user_id: 2,
    status: 1,
    created_time: 1,
    accessed_time: 2,
    expired_time: -1,
    used_quota: 0,
  };
  const plain = { ...usable, remain_quota: 0, unlimited_quota: true, model_limits_enabled: false, group: '' };
  await fillForeign(db, 'tokens', [
    { ...plain, id: 1, key: KEY, name: 'main', remain_quota: -900, used_quota: 900 },
    { ...plain, id: 2, key: 'Q'.repeat(48), name: '', unlimited_quota: false, remain_quota: 4000, status: 4 },
    { ...plain, id: 4, key: 'R'.repeat(48), name: 'x', allow_ips: 'nonsense\n10.0.0.1' },
    { ...plain, id: 5, key: 'S'.repeat(48), name: 'y', allow_ips: 'nonsense' },
    { ...plain, id: 6, key: 'U'.repeat(48), user_id: 99, name: 'orphan' },
    { ...plain, id: 7, key: 'V'.repeat(48), name: 'old', deleted_at: '2025-01-01 00:00:00' },
    {
      ...plain,
      id: 8,
      key: 'W'.repeat(48),
      name: 'limited',
      model_limits_enabled: true,
      model_limits: 'gpt-4o-mini',
    },
  ]);
}

async function addSupply(db: UntypedDb, base: string): Promise<void> {
  const channel = {
    type: 1,
    status: 1,
    key: 'sk-provider',
    models: 'gpt-4o,gpt-4o-mini',
    group: 'default',
    used_quota: 0,
  };
  await fillForeign(db, 'channels', [
    {
      ...channel,
      id: 3,
      name: 'works',
      base_url: `${base}/`,
      used_quota: 77_000,
      weight: 1,
      priority: 5,
      balance: 1.5,
    },
    { ...channel, id: 4, name: 'bad mapping', model_mapping: '{nonsense', base_url: 'https://a.test' },
    { ...channel, id: 5, name: '', type: 0, models: '' },
    { ...channel, id: 6, name: 'later type', type: 55, setting: '' },
    {
      ...{ ...channel, id: 7, name: 'several', key: 'sk-one\nsk-two', base_url: 'https://b.test' },
      channel_info: '{"is_multi_key":true,"multi_key_mode":"random","multi_key_status_list":{"1":2}}',
    },
    { ...channel, id: 9, name: 'metadata', base_url: 'http://169.254.169.254' },
  ]);
  await fillForeign(db, 'options', [
    { key: 'SystemName', value: 'Moved in' },
    { key: 'QuotaPerUnit', value: '500000' },
    { key: 'Price', value: 'abc' },
    { key: 'ChatLink', value: 'https://old.test' },
    { key: 'GitHubOAuthEnabled', value: 'true' },
    { key: 'SMTPToken', value: 'mail-secret-1' },
    { key: 'ModelRatio', value: '{"gpt-4o":7,"gpt-4o-mini":0.075}' },
    { key: 'oidc.well_known', value: 'https://id.test/.well-known/openid-configuration' },
  ]);
}

async function addMoney(db: UntypedDb): Promise<void> {
  const code = { user_id: 1, status: 1, name: 'gift', quota: 100_000, created_time: 5 };
  await fillForeign(db, 'redemptions', [
    { ...code, id: 1, key: CODE },
    { ...code, id: 2, key: 'f'.repeat(32), status: 3, used_user_id: 2, redeemed_time: 9 },
    { ...code, id: 3, key: 'e'.repeat(32), quota: 0 },
  ]);
  await fillForeign(db, 'top_ups', [
    { id: 1, user_id: 2, amount: 10, money: 73.5, trade_no: 'USR2NOabc', create_time: 7, status: 'pending' },
  ]);
}

async function addHistory(db: UntypedDb): Promise<void> {
  const call = {
    user_id: 2,
    type: 2,
    username: 'alice',
    token_name: 'main',
    model_name: 'gpt-4o',
    quota: 100,
  };
  const row = {
    ...call,
    prompt_tokens: 10,
    completion_tokens: 5,
    use_time: 3,
    is_stream: true,
    channel_id: 3,
    token_id: 1,
  };
  await fillForeign(db, 'logs', [
    { ...row, id: 1, created_at: LOGGED_AT + 5, other: '{"model_ratio":1.25}', group: 'default' },
    { ...row, id: 2, created_at: LOGGED_AT + 3700, quota: 150, other: '' },
    {
      id: 3,
      user_id: 2,
      created_at: LOGGED_AT + 1,
      type: 1,
      content: 'top-up',
      username: 'alice',
      is_stream: false,
    },
  ]);
  const hour = { user_id: 2, username: 'alice', model_name: 'gpt-4o', token_used: 15, count: 1 };
  await fillForeign(db, 'quota_data', [
    { ...hour, id: 1, created_at: LOGGED_AT - 3600, quota: 33 },
    { ...hour, id: 2, created_at: LOGGED_AT, quota: 100 },
  ]);
  const drawing = { user_id: 2, code: 1, action: 'IMAGINE', prompt: 'a cat', channel_id: 3, quota: 5 };
  const times = { submit_time: 1_760_000_000_000, start_time: 0, finish_time: 0 };
  await fillForeign(db, 'midjourneys', [
    { ...drawing, ...times, id: 1, mj_id: 'mj-1', status: 'SUCCESS', progress: '100%' },
    { ...drawing, ...times, id: 2, mj_id: 'mj-2', status: 'IN_PROGRESS', progress: '40%' },
  ]);
  await fillForeign(db, 'tasks', [
    {
      id: 1,
      user_id: 2,
      created_at: 1,
      updated_at: 1,
      task_id: 't1',
      platform: 'suno',
      status: 'SUCCESS',
      quota: 1,
      data: '{}',
    },
  ]);
}
