import type { ChannelHealth } from '@tollgate/contract';
import { TimeAgo, Tooltip, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useHealth } from './channel-health.data.ts';
import { HealthStrip } from './health-strip.tsx';

/** Strip, success rate and median time of the last 24 hours. */
export function HealthCell({ id }: { id: number }) {
  const health = useHealth(id);
  if (!health) return null;
  return (
    <span className="channels-health">
      <HealthStrip strip={health.strip} />
      <small>
        <HealthFigures health={health} />
      </small>
    </span>
  );
}

/** "99.2% · 840 ms", or that there were no requests. */
export function HealthFigures({ health }: { health: ChannelHealth }) {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  const { success_rate: rate, duration_ms: duration } = health;
  if (rate === null) return <span className="tg-muted">{t('health.idle')}</span>;
  return (
    <>
      <Tooltip content={t('health.share', { share: format.percent(rate) })}>
        <span className={rate < ENOUGH ? 'channels-health-bad' : undefined}>{format.percent(rate)}</span>
      </Tooltip>
      {duration && (
        <span className="tg-muted"> · {t('health.p50', { time: format.duration(duration.p50) })}</span>
      )}
    </>
  );
}

/** Below this share of good answers, a channel needs a look. */
const ENOUGH = 0.95;

export function LastErrorCell({ id }: { id: number }) {
  const error = useHealth(id)?.last_error;
  return error ? <LastError error={error} /> : null;
}

/** What is wrong with the account at the provider in words, else "429 rate_limit_exceeded"; and when. */
export function LastError({ error }: { error: NonNullable<ChannelHealth['last_error']> }) {
  const { t } = useTranslation('area.admin-channels');
  const { status, code, at } = error;
  const technical = `${status === 0 ? t('health.no-response') : status} ${code}`;
  const reason = code === 'upstream_unpaid' ? 'unpaid' : status === 401 ? 'key' : undefined;
  const text = reason ? t(`health.reason.${reason}`, { status }) : technical;
  return (
    <span className="channels-error">
      <span title={technical}>{text}</span>
      <small>
        <TimeAgo at={at} />
      </small>
    </span>
  );
}
