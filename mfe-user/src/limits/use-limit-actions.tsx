import type { LimitRule } from '@tollgate/contract';
import { useToast } from '@tollgate/ui/core';
import type { RowAction } from '@tollgate/ui/data';
import { IconDelete, IconEdit, IconEye, IconPlayCircle, IconStop } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useDeleteLimit, useSwitchLimit } from './limits.data.ts';
import { useLimitText } from './use-limit-text.ts';

interface Handlers {
  onEdit: (rule: LimitRule) => void;
  onView: (rule: LimitRule) => void;
}

export function useLimitActions({ onEdit, onView }: Handlers): (rule: LimitRule) => RowAction[] {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const toggle = useSwitchLimit();
  const remove = useDeleteLimit();
  const text = useLimitText();

  return (rule) => [
    {
      key: 'edit',
      label: t('limits.do.edit'),
      icon: <IconEdit />,
      visible: true,
      onClick: () => onEdit(rule),
    },
    {
      key: 'view',
      label: t('limits.do.view'),
      icon: <IconEye />,
      visible: true,
      onClick: () => onView(rule),
    },
    {
      key: 'toggle',
      label: t(rule.enabled ? 'limits.do.disable' : 'limits.do.enable'),
      icon: rule.enabled ? <IconStop /> : <IconPlayCircle />,
      onClick: async () => {
        await toggle(rule);
        toast.success(t(rule.enabled ? 'limits.notice.disabled' : 'limits.notice.enabled'));
      },
    },
    {
      key: 'delete',
      label: t('limits.do.delete'),
      icon: <IconDelete />,
      danger: true,
      onClick: async () => {
        await remove(rule);
        toast.success(t('limits.notice.deleted'));
      },
      confirm: {
        title: t('limits.delete.title'),
        content: t('limits.delete.content', { rule: text.sentence(rule) }),
        okText: t('limits.delete.ok'),
      },
    },
  ];
}
