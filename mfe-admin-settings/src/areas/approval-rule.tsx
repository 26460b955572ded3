import { ConfirmAction } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { type ListedArea, useDecisions } from './areas.data.ts';

/** Whether promotions of an area need another person. */
export function ApprovalRule({ area }: { area: ListedArea }) {
  const { t } = useTranslation('area.admin-settings');
  const { setApproval } = useDecisions();
  const { needed } = area.approval;
  const act = needed ? 'off' : 'on';
  return (
    <div className="areas-buttons">
      <span>{t(needed ? 'areas.approval.needed' : 'areas.approval.not-needed')}</span>
      <ConfirmAction
        size="small"
        title={t(`areas.approval.${act}-title`)}
        content={t(`areas.approval.${act}-text`)}
        okText={t(`areas.approval.${act}`)}
        onConfirm={() => setApproval({ id: area.id, needed: !needed })}
        done={t(`areas.approval.${act}-done`)}
      >
        {t(`areas.approval.${act}`)}
      </ConfirmAction>
    </div>
  );
}
