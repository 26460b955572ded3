import type { LimitRule } from '@tollgate/contract';
import { StatusTag } from '@tollgate/ui/core';
import type { DataColumn } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { LimitUse } from './limit-use.tsx';
import { useLimitText } from './use-limit-text.ts';

export function useLimitColumns(): DataColumn<LimitRule>[] {
  const { t } = useTranslation('area.user');
  const text = useLimitText();
  return [
    {
      key: 'id',
      title: t('limits.field.id'),
      width: 72,
      render: ({ id }) => <span className="tg-mono">{id}</span>,
    },
    {
      key: 'rule',
      title: t('limits.field.rule'),
      mobile: 'title',
      width: 220,
      render: (rule) => (
        <div className="limits-rule">
          {rule.name !== '' && <strong>{rule.name}</strong>}
          <span>{text.sentence(rule)}</span>
        </div>
      ),
    },
    {
      key: 'use',
      title: t('limits.field.use'),
      mobile: 'fact',
      width: 200,
      render: (rule) => <LimitUse rule={rule} />,
    },
    {
      key: 'when_full',
      title: t('limits.field.when_full'),
      render: ({ when_full, wait_seconds }) => t(`limits.action.${when_full}`, { count: wait_seconds }),
    },
    {
      key: 'enabled',
      title: t('limits.field.status'),
      mobile: 'fact',
      render: ({ enabled }) => (
        <StatusTag tone={enabled ? 'success' : 'neutral'}>
          {t(enabled ? 'limits.status.on' : 'limits.status.off')}
        </StatusTag>
      ),
    },
  ];
}
