import { hashSync } from 'bcryptjs';
import type { UntypedDb } from '../db/portable.ts';
import { KEY, LOGGED_AT, PASSWORD } from './foreign-new-api.ts';
import { createForeign, fillForeign, newApiTables, oneApiTables, type Shape } from './foreign-tables.ts';

/** Makes what an installation of one-api has. */
export async function makeOneApi(db: UntypedDb, base: string): Promise<void> {
  for (const [table, shape] of Object.entries(oneApiTables)) await createForeign(db, table, shape);
  await createForeign(db, 'options', newApiTables.options as Shape);
  await createForeign(db, 'redemptions', newApiTables.redemptions as Shape);
  const password = hashSync(PASSWORD, 4);
  await fillForeign(db, 'users', [
    { id: 1, username: 'root', password, role: 100, status: 1, quota: 500, used_quota: 0, request_count: 0 },
    {
      id: 2,
      username: 'alice',
      password,
      role: 1,
      status: 1,
      quota: 1_000_000,
      used_quota: 9,
      request_count: 2,
      group: 'default',
    },
  ]);
  const token = { user_id: 2, status: 1, expired_time: -1, remain_quota: 0, used_quota: 0, created_time: 1 };
  await fillForeign(db, 'tokens', [
    {
      ...token,
      id: 1,
      key: KEY,
      name: 'main',
      unlimited_quota: true,
      models: 'gpt-4o',
      subnet: '127.0.0.0/8,10.0.0.0/8',
    },
  ]);
  await addSupply(db, base);
}

async function addSupply(db: UntypedDb, base: string): Promise<void> {
  const channel = { status: 1, models: 'gpt-4o', group: 'default', used_quota: 0, key: 'sk-provider' };
  await fillForeign(db, 'channels', [
    { ...channel, id: 1, type: 50, name: 'compatible', base_url: base },
    { ...channel, id: 2, type: 36, name: 'deepseek', models: 'deepseek-chat' },
    { ...channel, id: 3, type: 46, name: 'replicate', models: 'other' },
    {
      ...channel,
      id: 4,
      type: 33,
      name: 'aws',
      models: 'claude',
      config: '{"ak":"AK","sk":"SK","region":"us-east-1"}',
    },
  ]);
  await fillForeign(db, 'logs', [
    ...[
      {
        id: 1,
        user_id: 2,
        created_at: LOGGED_AT,
        type: 2,
        username: 'alice',
        token_name: 'main',
        model_name: 'gpt-4o',
      },
    ].map((row) => ({
      ...row,
      quota: 9,
      prompt_tokens: 1,
      completion_tokens: 2,
      channel_id: 1,
      elapsed_time: 2500,
      is_stream: true,
    })),
  ]);
}
