import type { AuditEntry } from '@tollgate/contract';
import { useLanguage } from '@tollgate/i18n';
import { ErrorState, Skeleton, TimeAgo } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useActorName } from './actor-name.ts';
import { useTrail } from './areas.data.ts';
import { type Audience, describeEntry } from './describe-entry.ts';

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
        {data?.items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('area.admin-settings');
  const actorName = useActorName();
  const audienceText = useAudienceText();
  const { automatic, key, values, audience, reason } = describeEntry(entry);
  const who = audience ? audienceText(audience) : '';
  return (
    <li className={automatic === 'guard' ? 'areas-guarded' : undefined}>
      <span>{t(`areas.trail.${key}`, { ...values, who, defaultValue: entry.action })}</span>
      {reason && <q>{reason}</q>}
      <small className="tg-muted">
        {automatic
          ? t(`areas.trail.${automatic}`)
          : actorName({ id: entry.actor_id, name: entry.actor_name })}{' '}
        · <TimeAgo at={entry.at} />
      </small>
    </li>
  );
}

/** Lists a share, roles and users in the language of the page: “5% of users and user #7”. */
function useAudienceText(): (audience: Audience) => string {
  const { t } = useTranslation('area.admin-settings');
  const { language } = useLanguage();
  return ({ percent, roles, users }) =>
    new Intl.ListFormat(language).format([
      ...(percent ? [t('areas.who.share', { share: `${percent}%` })] : []),
      ...roles.map((role) => t(`areas.role.${role}`, { defaultValue: String(role) })),
      ...users.map((id) => t('areas.trail.user', { id })),
    ]);
}
