import { useSession } from '@tollgate/console-sdk';
import { Alert, ConfirmAction, TimeAgo } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useActorName } from './actor-name.ts';
import { type ListedArea, useDecisions } from './areas.data.ts';

/** A promotion that waits for another person. The user who requested it can only withdraw it. */
export function PendingPromotion({ area }: { area: ListedArea }) {
  const { t } = useTranslation('area.admin-settings');
  const { user } = useSession();
  const { promote, decline } = useDecisions();
  const actorName = useActorName();
  const { request } = area.approval;
  if (!request) return null;
  const { build_id: build, user_id, username, requested_at } = request;
  const name = actorName({ id: user_id, name: username });
  const isOwn = user_id === user?.id;
  const act = isOwn ? 'withdraw' : 'decline';
  return (
    <Alert
      className="areas-alert"
      type="info"
      title={t(isOwn ? 'areas.approval.own' : 'areas.approval.waiting', { build, name })}
      content={
        <>
          <TimeAgo at={requested_at} />
          <div className="areas-buttons">
            {!isOwn && (
              <ConfirmAction
                size="small"
                title={t('areas.approval.approve-title', { build })}
                content={t('areas.promote.text', { area: area.id })}
                okText={t('areas.approval.approve')}
                onConfirm={() => promote({ id: area.id, build_id: build })}
                done={t('areas.promote.done', { build })}
              >
                {t('areas.approval.approve')}
              </ConfirmAction>
            )}
            <ConfirmAction
              size="small"
              title={t(`areas.approval.${act}-title`, { build })}
              content={t('areas.approval.decline-text')}
              okText={t(`areas.approval.${act}`)}
              onConfirm={() => decline({ id: area.id })}
              done={t('areas.approval.declined')}
            >
              {t(`areas.approval.${act}`)}
            </ConfirmAction>
          </div>
        </>
      }
    />
  );
}
