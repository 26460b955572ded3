import { type Redemption, RedemptionStatus } from '@tollgate/contract';
import { useCopy, useToast } from '@tollgate/ui/core';
import type { RowAction } from '@tollgate/ui/data';
import { IconCopy, IconDelete, IconEdit, IconEye, IconPlayCircle, IconStop } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useDeleteRedemption, useSwitchRedemption } from './redemptions.data.ts';

interface Handlers {
  onEdit: (redemption: Redemption) => void;
  onView: (redemption: Redemption) => void;
}

/** Only unused codes can be edited, and used ones neither enabled nor disabled. */
export function useRedemptionActions({ onEdit, onView }: Handlers): (redemption: Redemption) => RowAction[] {
  const { t } = useTranslation('area.user');
  const { copy } = useCopy();
  const toast = useToast();
  const toggle = useSwitchRedemption();
  const remove = useDeleteRedemption();

  return (redemption) => {
    const { name, key, status } = redemption;
    const isUnused = status === RedemptionStatus.unused;
    const toggling = isUnused ? 'disable' : 'enable';
    return [
      {
        key: 'copy',
        label: t('redemptions.action.copy'),
        icon: <IconCopy />,
        visible: true,
        disabled: key === '',
        onClick: () => copy(key),
      },
      {
        key: 'edit',
        label: t('redemptions.action.edit'),
        icon: <IconEdit />,
        visible: true,
        disabled: !isUnused,
        onClick: () => onEdit(redemption),
      },
      {
        key: 'view',
        label: t('redemptions.action.view'),
        icon: <IconEye />,
        disabled: key === '',
        onClick: () => onView(redemption),
      },
      {
        key: 'toggle',
        label: t(`redemptions.action.${toggling}`),
        icon: isUnused ? <IconStop /> : <IconPlayCircle />,
        disabled: status === RedemptionStatus.used,
        onClick: async () => {
          await toggle(redemption);
          toast.success(t(`redemptions.notice.${toggling}d`, { name }));
        },
      },
      {
        key: 'delete',
        label: t('redemptions.action.delete'),
        icon: <IconDelete />,
        danger: true,
        onClick: async () => {
          await remove(redemption);
          toast.success(t('redemptions.notice.deleted', { name }));
        },
        confirm: {
          title: t('redemptions.delete.title', { name }),
          content: t(isUnused ? 'redemptions.delete.unused' : 'redemptions.delete.content'),
          okText: t('redemptions.delete.ok'),
        },
      },
    ];
  };
}
