import { sql } from 'kysely';
import { flavorOf, type UntypedDb } from '../db/portable.ts';

/** Columns of a table by their types: `int`, `real`, `bool`, `text`, `list`, `time`, or one that all databases know. */
export type Shape = Readonly<Record<string, string>>;

const ids = { id: 'int' };
const ownable = { ...ids, user_id: 'int' };

export const newApiTables: Readonly<Record<string, Shape>> = {
  users: {
    ...ids,
    ...{
      username: 'text',
      password: 'text',
      display_name: 'text',
      role: 'int',
      status: 'int',
      email: 'text',
    },
    ...{ github_id: 'text', oidc_id: 'text', wechat_id: 'text', telegram_id: 'text', linux_do_id: 'text' },
    ...{
      access_token: 'char(32)',
      quota: 'int',
      used_quota: 'int',
      request_count: 'int',
      group: 'varchar(64)',
    },
    ...{ aff_code: 'varchar(32)', aff_count: 'int', aff_quota: 'int', aff_history: 'int', inviter_id: 'int' },
    ...{ deleted_at: 'varchar(40)', setting: 'text' },
  },
  tokens: {
    ...ownable,
    ...{ key: 'char(48)', status: 'int', name: 'text', created_time: 'int', accessed_time: 'int' },
    ...{ expired_time: 'int', remain_quota: 'int', unlimited_quota: 'bool', model_limits_enabled: 'bool' },
    ...{
      model_limits: 'text',
      allow_ips: 'text',
      used_quota: 'int',
      group: 'text',
      deleted_at: 'varchar(40)',
    },
  },
  channels: {
    ...ids,
    ...{
      type: 'int',
      key: 'text',
      open_ai_organization: 'text',
      test_model: 'text',
      status: 'int',
      name: 'text',
    },
    ...{ weight: 'int', created_time: 'int', test_time: 'int', response_time: 'int', base_url: 'text' },
    ...{ other: 'text', balance: 'real', balance_updated_time: 'int', models: 'text', group: 'text' },
    ...{
      used_quota: 'int',
      model_mapping: 'text',
      status_code_mapping: 'text',
      priority: 'int',
      auto_ban: 'int',
    },
    ...{ other_info: 'text', tag: 'text', setting: 'text', param_override: 'text', channel_info: 'text' },
  },
  options: { key: 'varchar(191)', value: 'text' },
  redemptions: {
    ...ownable,
    ...{ key: 'char(32)', status: 'int', name: 'text', quota: 'int', created_time: 'int' },
    ...{ redeemed_time: 'int', used_user_id: 'int', deleted_at: 'varchar(40)' },
  },
  top_ups: {
    ...ownable,
    ...{ amount: 'int', money: 'real', trade_no: 'text', create_time: 'int', status: 'text' },
  },
  logs: {
    ...ownable,
    ...{ created_at: 'int', type: 'int', content: 'text', username: 'text', token_name: 'text' },
    ...{ model_name: 'text', quota: 'int', prompt_tokens: 'int', completion_tokens: 'int', use_time: 'int' },
    ...{
      is_stream: 'bool',
      channel_id: 'int',
      channel_name: 'text',
      token_id: 'int',
      group: 'text',
      other: 'text',
    },
  },
  quota_data: {
    ...ownable,
    ...{
      username: 'text',
      model_name: 'text',
      created_at: 'int',
      token_used: 'int',
      count: 'int',
      quota: 'int',
    },
  },
  midjourneys: {
    ...ownable,
    ...{ code: 'int', action: 'text', mj_id: 'text', prompt: 'text', status: 'text', progress: 'text' },
    ...{ submit_time: 'int', start_time: 'int', finish_time: 'int', channel_id: 'int', quota: 'int' },
  },
  tasks: {
    ...ownable,
    ...{ created_at: 'int', updated_at: 'int', task_id: 'text', platform: 'text', channel_id: 'int' },
    ...{ quota: 'int', action: 'text', status: 'text', progress: 'text', properties: 'text', data: 'text' },
  },
};

/** The differences of one-api: its own columns, and no others. */
export const oneApiTables: Readonly<Record<string, Shape>> = {
  users: {
    ...ids,
    ...{
      username: 'text',
      password: 'text',
      display_name: 'text',
      role: 'int',
      status: 'int',
      email: 'text',
    },
    ...{ github_id: 'text', lark_id: 'text', access_token: 'char(32)', quota: 'int', used_quota: 'int' },
    ...{ request_count: 'int', group: 'varchar(32)', aff_code: 'varchar(32)', inviter_id: 'int' },
  },
  tokens: {
    ...ownable,
    ...{ key: 'char(48)', status: 'int', name: 'text', created_time: 'int', accessed_time: 'int' },
    ...{ expired_time: 'int', remain_quota: 'int', unlimited_quota: 'bool', used_quota: 'int' },
    ...{ models: 'text', subnet: 'text' },
  },
  channels: {
    ...ids,
    ...{ type: 'int', key: 'text', status: 'int', name: 'text', weight: 'int', created_time: 'int' },
    ...{ base_url: 'text', other: 'text', balance: 'real', models: 'text', group: 'text', used_quota: 'int' },
    ...{ model_mapping: 'text', priority: 'int', config: 'text', system_prompt: 'text' },
  },
  logs: {
    ...ownable,
    ...{ created_at: 'int', type: 'int', content: 'text', username: 'text', token_name: 'text' },
    ...{
      model_name: 'text',
      quota: 'int',
      prompt_tokens: 'int',
      completion_tokens: 'int',
      channel_id: 'int',
    },
    ...{ request_id: 'text', elapsed_time: 'int', is_stream: 'bool' },
  },
};

type Row = Readonly<Record<string, unknown>>;

export async function createForeign(db: UntypedDb, table: string, shape: Shape): Promise<void> {
  const flavor = flavorOf(db);
  const types: Record<string, string> = {
    int: 'bigint',
    real: 'double precision',
    bool: flavor === 'postgres' ? 'boolean' : 'smallint',
    text: 'text',
    list: flavor === 'postgres' ? 'text[]' : 'text',
    time: flavor === 'mysql' ? 'datetime(3)' : flavor === 'postgres' ? 'timestamp' : 'text',
  };
  let builder = db.schema.createTable(table);
  for (const [name, type] of Object.entries(shape))
    builder = builder.addColumn(name, sql.raw(types[type] ?? type));
  await builder.execute();
}

export async function fillForeign(db: UntypedDb, table: string, rows: readonly Row[]): Promise<void> {
  const isPostgres = flavorOf(db) === 'postgres';
  for (const row of rows) {
    const values = Object.entries(row).map(([name, value]) => [name, isPostgres ? value : plain(value)]);
    await db.insertInto(table).values(Object.fromEntries(values)).execute();
  }
}

/** Lists and booleans as databases without them take them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return JSON.stringify(value);
  return typeof value === 'boolean' ? Number(value) : value;
}
