import type { Input, saveUserSetting } from '@tollgate/contract';

/** A user's notification and price settings, as the pages edit them. Fields have the names of the console API. */
export interface UserSetting {
  notify_type: 'email' | 'webhook';
  /** Quota units. */
  quota_warning_threshold: number;
  webhook_url: string;
  /** Only the typed secret; the stored one is never shown. */
  webhook_secret: string;
  notification_email: string;
  accept_unset_model_ratio_model: boolean;
}

/** Without a saved setting while the gateway names no default, and with a setting without a threshold. Quota units. */
const NEVER_SAVED = 100_000;
const WITHOUT_THRESHOLD = 500_000;

/**
 * Reads the JSON text of the console API. Imported texts may be anything.
 *
 * @param defaultThreshold of users who saved no setting; 0 warns none of them
 */
export function readSetting(text: string, defaultThreshold = 0): UserSetting & { hasSecret: boolean } {
  const stored = parse(text);
  const initial = text === '' ? defaultThreshold || NEVER_SAVED : WITHOUT_THRESHOLD;
  const threshold = Number(stored.quota_warning_threshold);
  return {
    notify_type: stored.notify_type === 'webhook' ? 'webhook' : 'email',
    quota_warning_threshold: threshold > 0 ? threshold : initial,
    webhook_url: textOf(stored.webhook_url),
    webhook_secret: '',
    notification_email: textOf(stored.notification_email),
    accept_unset_model_ratio_model: stored.accept_unset_model_ratio_model === true,
    hasSecret: stored.webhook_secret_configured === true,
  };
}

/** Returns the fields whose value differs from the shown one. */
export function changesOf(shown: UserSetting, typed: Partial<UserSetting>): Partial<UserSetting> {
  const changed = Object.entries(typed).filter(([name, value]) => value !== shown[name as keyof UserSetting]);
  return Object.fromEntries(changed);
}

/** Sends all fields every time, except blank ones. */
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
