import type { PublicModel } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useState } from 'react';
import { useStatusText } from './use-status-text.ts';

/** Above this number the models can be searched. */
const MANY = 12;
const DAY_MS = 86_400_000;

/** Each model with its state, its last 30 days, its uptime and its time to the first token. */
export function ModelRows({ models }: { models: readonly PublicModel[] }) {
  const { t } = useStatusText();
  const [search, setSearch] = useState('');
  const shown = models.filter(({ model }) => model.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <section className="sh-status-models">
      <div className="sh-status-models-top">
        <h2>{t('models')}</h2>
        {models.length > MANY && (
          <input
            type="search"
            className="sh-status-search"
            value={search}
            placeholder={t('search')}
            aria-label={t('search')}
            onChange={({ target }) => setSearch(target.value)}
          />
        )}
      </div>
      {shown.length === 0 && <p>{t(models.length === 0 ? 'no-models' : 'none-found')}</p>}
      <ul>
        {shown.map((model) => (
          <Row key={model.model} model={model} />
        ))}
      </ul>
    </section>
  );
}

function Row({ model: { model, status, uptime, first_token_ms: firstMs, days } }: { model: PublicModel }) {
  const { t } = useStatusText();
  const format = useFormat();
  const share = (value: number | null) =>
    value === null ? '–' : `${format.number(value * 100, { maximumFractionDigits: 1 })}%`;
  const state = status === 'unknown' && uptime === null ? 'never' : status;
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  return (
    <li>
      <div className="sh-status-name">
        <strong title={model}>{model}</strong>
        <span className={`sh-status-state sh-status-${status}`}>{t(`status.${state}`)}</span>
      </div>
      <div className="sh-status-days" role="img" aria-label={t('days', { share: share(uptime) })}>
        {days.map((value, index) => {
          const day = new Date(today - (days.length - 1 - index) * DAY_MS).toISOString().slice(0, 10);
          return <span key={day} data-level={levelOf(value)} title={`${day}: ${share(value)}`} />;
        })}
      </div>
      <dl>
        <div>
          <dt>{t('uptime')}</dt>
          <dd>{share(uptime)}</dd>
        </div>
        <div>
          <dt>{t('first-token')}</dt>
          <dd>{firstMs === null ? '–' : format.duration(firstMs)}</dd>
        </div>
      </dl>
    </li>
  );
}

function levelOf(share: number | null): 'none' | 'good' | 'fair' | 'bad' {
  if (share === null) return 'none';
  if (share >= 0.99) return 'good';
  return share >= 0.9 ? 'fair' : 'bad';
}
