import { useFormat } from '@tollgate/ui/core';
import { type DataColumn, Sparkline } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { AreaState } from './area-state.tsx';
import type { ListedArea } from './areas.data.ts';
import { BuildName } from './build-name.tsx';
import { CanaryState } from './canary-state.tsx';
import { crashFree, currentBuild, loadTimes } from './health.ts';

/** One row per area: the default build, other rollouts, and its health. */
export function useAreaColumns(): DataColumn<ListedArea>[] {
  const { t } = useTranslation('area.admin-settings');
  const { count, duration } = useFormat();
  const healthOf = (area: ListedArea) => currentBuild(area)?.health;
  return [
    {
      key: 'id',
      title: t('areas.column.area'),
      width: 150,
      mobile: 'title',
      render: ({ id, owners }) => (
        <span className="areas-name">
          <span>{id}</span>
          <small className="tg-muted">{owners.team || t('areas.no-owner')}</small>
        </span>
      ),
    },
    {
      key: 'state',
      title: t('areas.column.state'),
      width: 110,
      mobile: 'fact',
      render: (area) => <AreaState area={area} />,
    },
    {
      key: 'everybody',
      title: t('areas.column.everybody'),
      width: 140,
      mobile: 'fact',
      render: (area) => <BuildName area={area} buildId={area.everybody.build_id} />,
    },
    {
      key: 'canary',
      title: t('areas.column.canary'),
      width: 140,
      mobile: 'fact',
      render: ({ canary }) =>
        canary ? <CanaryState canary={canary} /> : <span className="tg-muted">–</span>,
    },
    {
      key: 'loads',
      title: t('areas.column.loads'),
      numeric: true,
      width: 90,
      render: (area) => count(healthOf(area)?.loads ?? 0),
    },
    {
      key: 'times',
      title: t('areas.column.times'),
      numeric: true,
      width: 140,
      render: (area) => {
        const health = healthOf(area);
        return health ? loadTimes(health, duration) : '–';
      },
    },
    {
      key: 'crash-free',
      title: t('areas.column.crash-free'),
      numeric: true,
      width: 110,
      render: (area) => {
        const health = healthOf(area);
        return (
          <>
            {health ? crashFree(health) : '–'}
            <TroubleCurve area={area} />
          </>
        );
      },
    },
  ];
}

/** Failures and crashes by the hour, for areas that had some. */
function TroubleCurve({ area: { trouble } }: { area: ListedArea }) {
  const { t } = useTranslation('area.admin-settings');
  const { count } = useFormat();
  const most = Math.max(0, ...trouble);
  if (most === 0) return null;
  const name = t('areas.trouble.failures');
  return (
    <span className="areas-failing areas-trouble-curve">
      <Sparkline values={trouble} label={t('areas.trouble.curve', { name, most: count(most) })} />
    </span>
  );
}
