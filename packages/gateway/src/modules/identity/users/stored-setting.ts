import type { Language } from '@tollgate/contract';

/** The JSON in the column `setting` of a user. Any field may be missing in imported rows. */
export interface StoredSetting {
  notify_type?: 'email' | 'webhook';
  /** Quota units. */
  quota_warning_threshold?: number;
  webhook_url?: string;
  webhook_secret_sealed?: string;
  /** Empty or absent: the address of the account. */
  notification_email?: string;
  accept_unset_model_ratio_model?: boolean;
  /** The language of the warnings: that of the page that saved the setting. */
  language?: Language;
}

export function readSetting(text: string | undefined): StoredSetting {
  try {
    const value: unknown = JSON.parse(text || '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** The language of mails to a user. Users who saved no setting get Chinese. */
export function mailLanguage({ language = 'zh' }: StoredSetting): Language {
  return language;
}

/** The setting for the pages: whether there is a secret, never the secret. Empty when nothing was saved. */
export function settingText(text: string): string {
  if (text === '') return '';
  const { webhook_secret_sealed, language: _, ...plain } = readSetting(text);
  return JSON.stringify({ ...plain, ...(webhook_secret_sealed && { webhook_secret_configured: true }) });
}
