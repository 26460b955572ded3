import type { AccessToken, SiteStatus, User, UserSession } from '@tollgate/contract';

export const ada: User = {
  id: 7,
  username: 'ada',
  password: '',
  display_name: 'Ada Lovelace',
  role: 1,
  status: 1,
  email: '',
  github_id: 'ada-hub',
  oidc_id: '',
  wechat_id: '',
  telegram_id: '',
  linux_do_id: '',
  verification_code: '',
  access_token: null,
  quota: 2_500_000,
  used_quota: 750_000,
  request_count: 42,
  group: 'vip',
  aff_code: 'aB3x',
  aff_count: 2,
  aff_quota: 1_500_000,
  aff_history_quota: 2_000_000,
  inviter_id: 0,
  DeletedAt: null,
  setting: '',
};

/** A debt, long names, and huge numbers. */
export const extreme: User = {
  ...ada,
  username: 'W'.repeat(64),
  display_name: '一个名字特别长的用户一个名字特别长的用户',
  email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example.org`,
  quota: -5000,
  used_quota: 8_999_999_999_999_999,
  request_count: 1_234_567_890,
  group: 'a-group-with-a-rather-long-name',
};

export const models = Array.from({ length: 14 }, (_, index) => `model-${String(index + 1).padStart(2, '0')}`);

/** Only the fields that the page reads. */
export const site = {
  github_oauth: true,
  oidc_enabled: true,
  linuxdo_oauth: false,
  wechat_login: true,
  wechat_qrcode: '',
  telegram_oauth: true,
  telegram_bot_name: 'gate_bot',
  turnstile_check: false,
} as SiteStatus;

const seen = 1_772_355_900; // a fixed time, so that screenshots stay comparable

export const here: UserSession = {
  id: '0123456789abcdef',
  ip: '192.0.2.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  created_at: seen,
  last_seen_at: seen,
  current: true,
};

export const phone: UserSession = {
  ...here,
  id: 'fedcba9876543210',
  ip: '198.51.100.4',
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140',
  current: false,
};

export const backupToken: AccessToken = {
  name: 'nightly backup',
  created_at: seen - 30 * 86_400,
  last_used_at: seen - 3600,
  expires_at: 4_102_444_800,
};
