import { type Token, TokenStatus } from '@tollgate/contract';
import { StatusTag, type StatusTone } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** The state of a token and its reason; an enabled token with model limits is marked. */
export function TokenStatusTag({ token }: { token: Token }) {
  const { t } = useTranslation('area.user');
  const tone = tones[token.status] ?? 'neutral';
  if (token.status === TokenStatus.enabled && token.model_limits_enabled) {
    const models = token.model_limits.split(',').filter(Boolean);
    return (
      <StatusTag tone="info" hint={t('tokens.status-hint.limited', limits(models))}>
        {t('tokens.status.limited')}
      </StatusTag>
    );
  }
  const label = t(`tokens.status.${token.status}`);
  if (token.status === TokenStatus.enabled) return <StatusTag tone={tone}>{label}</StatusTag>;
  return (
    <StatusTag tone={tone} hint={t(`tokens.status-hint.${token.status}`)}>
      {label}
    </StatusTag>
  );
}

/** A tooltip is too small for a hundred names. */
function limits(models: string[]) {
  const shown = models.slice(0, 5).join(', ');
  return { count: models.length, models: models.length > 5 ? `${shown} …` : shown };
}

const tones: Record<number, StatusTone> = {
  [TokenStatus.enabled]: 'success',
  [TokenStatus.disabled]: 'neutral',
  [TokenStatus.expired]: 'warning',
  [TokenStatus.exhausted]: 'danger',
};
