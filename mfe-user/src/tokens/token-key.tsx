import type { Token } from '@tollgate/contract';
import { CopyText } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** The key as sent by programs. */
export function fullKey({ key }: Token): string {
  return `sk-${key}`;
}

/** Enough of a key to recognize it, not enough to use it; the copy is complete. */
export function TokenKey({ token }: { token: Token }) {
  const { t } = useTranslation('area.user');
  if (!isReadable(token)) return <span className="tg-muted">{t('tokens.key-unreadable')}</span>;
  return (
    <CopyText text={fullKey(token)} what={t('tokens.key', { name: token.name })}>
      {maskedKey(token)}
    </CopyText>
  );
}

/** An unreadable key still works for calls; only the console cannot show it. */
export function isReadable({ key }: Token): boolean {
  return key !== '';
}

export function maskedKey({ key }: Token): string {
  return `sk-${key.slice(0, 4)}••••${key.slice(-4)}`;
}
