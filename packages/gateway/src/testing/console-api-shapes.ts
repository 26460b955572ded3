/**
 * The shape of an answer in the console API: the name of a kind (`int?` may be null), a list of one shape, an
 * object with at least these fields, or `{ '*': shape }` for unknown names.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/** Lists where a value differs from a shape; empty when it matches. */
export function differences(value: unknown, shape: Shape, path = 'data'): string[] {
  if (typeof shape === 'string')
    return isKind(value, shape) ? [] : [`${path} is no ${shape}: ${show(value)}`];
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is no list: ${show(value)}`];
    return value.flatMap((item, index) => differences(item, shape[0] as Shape, `${path}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path} is no object: ${show(value)}`];
  const fields = shape as { [field: string]: Shape };
  const { '*': each, ...namedFields } = fields;
  const own = value as Record<string, unknown>;
  return [
    ...Object.entries(namedFields).flatMap(([name, inner]) =>
      differences(own[name], inner, `${path}.${name}`),
    ),
    ...(each
      ? Object.entries(own).flatMap(([name, inner]) => differences(inner, each, `${path}.${name}`))
      : []),
  ];
}

function isKind(value: unknown, kind: string): boolean {
  if (kind.endsWith('?')) return value === null || isKind(value, kind.slice(0, -1));
  if (kind === 'int') return Number.isInteger(value);
  if (kind === 'num') return typeof value === 'number';
  if (kind === 'str') return typeof value === 'string';
  if (kind === 'bool') return typeof value === 'boolean';
  if (kind === 'json') return typeof value === 'string' && (value === '' || isJson(value));
  if (kind === 'any') return value !== undefined;
  return value === kind.slice(1, -1); // 'quoted' means this exact text
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function show(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 60) ?? 'nothing';
}

/** Parses `int: 'id quota', str: 'name'` into a shape. */
function fields(kinds: Record<string, string>): Record<string, Shape> {
  const pairs = Object.entries(kinds).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind]),
  );
  return Object.fromEntries(pairs) as Record<string, Shape>;
}

const pageOf = (item: Shape): Shape => ({ items: [item], total: 'int', page: 'int', page_size: 'int' });

/** The records of the console API, written from new-api's description and not from the contract. */
export const records = {
  user: fields({
    int: 'id role status quota used_quota request_count aff_count aff_quota aff_history_quota inviter_id',
    str: 'username display_name email github_id oidc_id wechat_id telegram_id linux_do_id group aff_code',
    "''": 'password verification_code',
    'str?': 'access_token DeletedAt',
    json: 'setting',
  }),
  channel: fields({
    int: 'id type status created_time test_time response_time balance_updated_time used_quota',
    num: 'balance',
    "''": 'key',
    str: 'name other models group',
    json: 'other_info',
    'str?':
      'openai_organization test_model base_url model_mapping status_code_mapping tag setting param_override',
    'int?': 'weight priority auto_ban',
  }),
  token: fields({
    int: 'id user_id status created_time accessed_time expired_time remain_quota used_quota',
    bool: 'unlimited_quota model_limits_enabled',
    str: 'key name model_limits group',
    'str?': 'allow_ips DeletedAt',
  }),
  redemption: fields({
    int: 'id user_id status quota created_time redeemed_time count used_user_id',
    str: 'key name',
    'str?': 'DeletedAt',
  }),
  log: fields({
    int: 'id user_id created_at type quota prompt_tokens completion_tokens use_time channel token_id',
    str: 'content username token_name model_name channel_name group',
    bool: 'is_stream',
    json: 'other',
  }),
  drawing: fields({
    int: 'id code user_id submit_time start_time finish_time channel_id quota',
    str: 'action mj_id prompt prompt_en description state image_url status progress fail_reason buttons properties',
  }),
  task: fields({
    int: 'id created_at updated_at user_id channel_id quota submit_time start_time finish_time',
    str: 'task_id platform action status fail_reason progress',
    any: 'properties data',
  }),
  hour: fields({ int: 'id user_id created_at token_used count quota', str: 'username model_name' }),
  price: {
    ...fields({
      int: 'quota_type',
      num: 'model_ratio model_price completion_ratio',
      str: 'model_name owner_by',
    }),
    enable_groups: ['str'],
  } as Shape,
  status: {
    ...fields({
      str: 'version github_client_id linuxdo_client_id telegram_bot_name system_name logo footer_html wechat_qrcode server_address turnstile_site_key top_up_link docs_link data_export_default_time oidc_client_id oidc_authorization_endpoint',
      int: 'start_time min_topup',
      num: 'price quota_per_unit',
      bool: 'email_verification github_oauth linuxdo_oauth telegram_oauth wechat_login turnstile_check display_in_currency enable_batch_update enable_drawing enable_task enable_data_export default_collapse_sidebar enable_online_topup mj_notify_enabled demo_site_enabled self_use_mode_enabled oidc_enabled setup',
    }),
    chats: [{ '*': 'str' }],
  } as Shape,
} as const satisfies Record<string, Shape>;

export { pageOf };
