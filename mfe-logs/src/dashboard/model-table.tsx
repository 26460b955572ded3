import { useFormat } from '@tollgate/ui/core';
import { DataTable, SeriesMark } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import type { UsageSum } from './sum-usage.ts';

/** All models, in the order and the colors of the charts. */
export function ModelTable({ models }: { models: UsageSum[] }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const all = models.reduce((sum, { quota }) => sum + quota, 0);
  return (
    <DataTable<UsageSum>
      label={t('dashboard.models.title')}
      source={{ data: { items: models, total: models.length }, isLoading: false }}
      rowKey={({ name }) => name}
      columns={[
        {
          key: 'name',
          title: t('dashboard.models.model'),
          mobile: 'title',
          render: (model) => (
            <span className="dashboard-model">
              <SeriesMark place={models.indexOf(model)} />
              {model.name}
            </span>
          ),
        },
        {
          key: 'calls',
          title: t('dashboard.models.calls'),
          numeric: true,
          mobile: 'fact',
          render: ({ calls }) => format.number(calls),
        },
        {
          key: 'tokens',
          title: t('dashboard.models.tokens'),
          numeric: true,
          render: ({ tokens }) => format.number(tokens),
        },
        {
          key: 'quota',
          title: t('dashboard.models.quota'),
          numeric: true,
          mobile: 'fact',
          render: ({ quota }) => format.quota(quota),
        },
        {
          key: 'share',
          title: t('dashboard.models.share'),
          numeric: true,
          mobile: 'fact',
          render: ({ quota }) => (all > 0 ? format.percent(quota / all) : '–'),
        },
      ]}
    />
  );
}
