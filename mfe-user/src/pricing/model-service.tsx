import { StatusTag, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useModelService } from './pricing.data.ts';

const tones = { up: 'success', degraded: 'warning', down: 'danger', unknown: 'neutral' } as const;

/** How the model was served in the last 24 hours. */
export function ModelService({ model }: { model: string }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const { data } = useModelService(model);
  if (!data) return null;
  const { status, success_rate, first_token_ms, tokens_per_second } = data;
  const facts = [
    success_rate !== null && t('pricing.service.success', { share: format.percent(success_rate) }),
    first_token_ms !== null && t('pricing.service.first', { time: format.duration(first_token_ms) }),
    tokens_per_second !== null && t('pricing.service.speed', { count: format.number(tokens_per_second) }),
  ].filter(Boolean);
  return (
    <section>
      <h2>{t('pricing.service.title')}</h2>
      <p className="pricing-service">
        <StatusTag tone={tones[status]}>{t(`pricing.service.${status}`)}</StatusTag>
        <span className="tg-muted">{facts.join(' · ')}</span>
      </p>
    </section>
  );
}
