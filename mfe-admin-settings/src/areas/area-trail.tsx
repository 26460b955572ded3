import { ErrorState, Skeleton, TimeAgo } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useTrail } from './areas.data.ts';
import { describeEntry } from './describe-entry.ts';

/** Audit entries of the area, newest first; withdrawals by the guard stand out. */
export function AreaTrail({ areaId }: { areaId: string }) {
  const { t } = useTranslation('area.admin-settings');
  const { data, error, mutate } = useTrail(areaId);
  return (
    <section className="areas-part" aria-labelledby="areas-trail">
      <h2 id="areas-trail">{t('areas.trail.title')}</h2>
      {!data && error !== undefined && (
        <ErrorState title={t('areas.trail.failed')} error={error} onRetry={() => mutate()} />
      )}
      {!data && error === undefined && <Skeleton animation text={{ rows: 3, width: '100%' }} />}
      {data?.items.length === 0 && <p className="tg-muted">{t('areas.trail.empty')}</p>}
      <ol className="areas-trail">
        {data?.items.map((entry) => {
          const { isGuard, key, values, reason } = describeEntry(entry);
          return (
            <li key={entry.id} className={isGuard ? 'areas-guarded' : undefined}>
              <span>{t(`areas.trail.${key}`, { ...values, defaultValue: entry.action })}</span>
              {reason && <q>{reason}</q>}
              <small className="tg-muted">
                {isGuard ? t('areas.trail.guard') : entry.actor_name} · <TimeAgo at={entry.at} />
              </small>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
