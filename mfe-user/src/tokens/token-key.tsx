import type { Token } from '@tollgate/contract';
import { CopyText } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** The key as programs send it. */
export function fullKey({ key }: Token): string {
  return `sk-${key}`;
}

/** Enough of a key to tell it from others, not enough to use it; the copy is whole. */
export function TokenKey({ token }: { token: Token }) {
  const { t } = useTranslation('area.user');
  return (
    <CopyText text={fullKey(token)} what={t('tokens.key', { name: token.name })}>
      {maskedKey(token)}
    </CopyText>
  );
}

export function maskedKey({ key }: Token): string {
  return `sk-${key.slice(0, 4)}••••${key.slice(-4)}`;
}
