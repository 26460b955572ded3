import { Button, ConfirmAction, ErrorState, TimeAgo } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAreaRights, useCiIdentities } from './area-rights.data.ts';
import { CiIdentityDialog } from './ci-identity-dialog.tsx';

/** Jobs of build servers that get rights for an area by their ID token, without a stored secret. */
export function CiIdentities({ areaId }: { areaId: string }) {
  const { t } = useTranslation('area.admin-settings');
  const { data, error, mutate } = useCiIdentities(areaId);
  const { removeCi } = useAreaRights();
  const [isAdding, setAdding] = useState(false);
  return (
    <section className="areas-part" aria-labelledby="areas-ci">
      <h2 id="areas-ci">{t('areas.ci.title')}</h2>
      {!data && error !== undefined && (
        <ErrorState title={t('areas.ci.failed')} error={error} onRetry={() => mutate()} />
      )}
      {data?.length === 0 && <p className="tg-muted">{t('areas.ci.none')}</p>}
      <ul className="areas-rules areas-rights">
        {data?.map(({ id, name, subject, issuer, rights, used_at }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <code>{subject}</code>
              <span className="tg-muted">
                {issuer} · {t('areas.rights.used')} <TimeAgo at={used_at} never={t('areas.rights.unused')} />
              </span>
            </div>
            <span>{rights.map((right) => t(`areas.rights.right.${right}`)).join(', ')}</span>
            <ConfirmAction
              size="small"
              danger
              title={t('areas.ci.remove-title', { name })}
              content={t('areas.ci.remove-text')}
              okText={t('areas.rights.remove')}
              onConfirm={() => removeCi({ id })}
              done={t('areas.ci.removed')}
            >
              {t('areas.rights.remove')}
            </ConfirmAction>
          </li>
        ))}
      </ul>
      {data && data.length > 1 && <p className="tg-muted">{t('areas.ci.several')}</p>}
      <div className="areas-buttons">
        <Button size="small" onClick={() => setAdding(true)}>
          {t('areas.ci.add')}
        </Button>
      </div>
      {isAdding && <CiIdentityDialog areaId={areaId} onClose={() => setAdding(false)} />}
    </section>
  );
}
