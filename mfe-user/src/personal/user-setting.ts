import type { Input, saveUserSetting } from '@tollgate/contract';

/** How somebody is warned and what they accept, as the pages edit it. Fields have the wire's names. */
export interface UserSetting {
  notify_type: 'email' | 'webhook';
  /** Quota units. */
  quota_warning_threshold: number;
  webhook_url: string;
  /** Only what is typed now; the stored one is never shown. */
  webhook_secret: string;
  notification_email: string;
  accept_unset_model_ratio_model: boolean;
}

/** Where nobody ever saved anything, and where something was saved without a threshold. Quota units. */
const NEVER_SAVED = 100_000;
const WITHOUT_THRESHOLD = 500_000;

/** Reads the JSON text of the wire. Imported texts may be anything. */
export function readSetting(text: string): UserSetting & { hasSecret: boolean } {
  const stored = parse(text);
  const threshold = Number(stored.quota_warning_threshold);
  return {
    notify_type: stored.notify_type === 'webhook' ? 'webhook' : 'email',
    quota_warning_threshold: threshold > 0 ? threshold : text === '' ? NEVER_SAVED : WITHOUT_THRESHOLD,
    webhook_url: textOf(stored.webhook_url),
    webhook_secret: '',
    notification_email: textOf(stored.notification_email),
    accept_unset_model_ratio_model: stored.accept_unset_model_ratio_model === true,
    hasSecret: stored.webhook_secret_configured === true,
  };
}

/** The fields whose value is another one than was shown. */
export function changesOf(shown: UserSetting, typed: Partial<UserSetting>): Partial<UserSetting> {
  const changed = Object.entries(typed).filter(([name, value]) => value !== shown[name as keyof UserSetting]);
  return Object.fromEntries(changed);
}

/** All of it is sent every time; what is blank stays away. */
export function toInput(setting: UserSetting): Input<typeof saveUserSetting> {
  const { notify_type, quota_warning_threshold, accept_unset_model_ratio_model } = setting;
  const always = { notify_type, quota_warning_threshold, accept_unset_model_ratio_model };
  if (notify_type === 'email') return { ...always, notification_email: setting.notification_email.trim() };
  return {
    ...always,
    webhook_url: setting.webhook_url.trim(),
    ...(setting.webhook_secret && { webhook_secret: setting.webhook_secret }),
  };
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
