import { ErrorState, Skeleton, useFormat } from '@tollgate/ui/core';
import { Sparkline, Tabs } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AreaFaults } from './area-faults.tsx';
import { AreaVitals } from './area-vitals.tsx';
import { curveOf, type Trouble, useTrouble } from './trouble.data.ts';

const RANGES = ['24', '168', '720'] as const;

/** How an area does over time, what breaks in it and where, and how fast its pages are. */
export function AreaTrouble({ areaId }: { areaId: string }) {
  const { t } = useTranslation('area.admin-settings');
  const [range, setRange] = useState<(typeof RANGES)[number]>('24');
  const { data, error, mutate } = useTrouble(areaId, Number(range));
  return (
    <section className="areas-part areas-trouble" aria-labelledby="areas-trouble">
      <h2 id="areas-trouble">{t('areas.trouble.title')}</h2>
      <Tabs
        label={t('areas.trouble.range')}
        open={range}
        onOpen={setRange}
        tabs={RANGES.map((id) => ({ id, label: t(`areas.trouble.hours-${id}`) }))}
      >
        {!data && error !== undefined && (
          <ErrorState title={t('areas.trouble.failed')} error={error} onRetry={() => mutate()} />
        )}
        {!data && error === undefined && <Skeleton animation text={{ rows: 3, width: '100%' }} />}
        {data && <Shown trouble={data} />}
      </Tabs>
    </section>
  );
}

function Shown({ trouble }: { trouble: Trouble }) {
  const { t } = useTranslation('area.admin-settings');
  const curve = curveOf(trouble);
  if (curve.length === 0 && trouble.faults.length === 0)
    return <p className="tg-muted">{t('areas.trouble.nothing')}</p>;
  const loads = curve.map((point) => point.loads);
  const bad = curve.map((point) => point.trouble);
  return (
    <>
      <dl className="areas-curves">
        <Curve name={t('areas.trouble.loads')} values={loads} />
        <Curve name={t('areas.trouble.failures')} values={bad} isBad />
      </dl>
      <AreaFaults faults={trouble.faults} />
      <AreaVitals vitals={trouble.vitals} />
    </>
  );
}

function Curve({ name, values, isBad = false }: { name: string; values: number[]; isBad?: boolean }) {
  const { t } = useTranslation('area.admin-settings');
  const { count } = useFormat();
  const sum = values.reduce((all, value) => all + value, 0);
  const most = count(Math.max(0, ...values));
  return (
    <div>
      <dt>{name}</dt>
      <dd className={isBad && sum > 0 ? 'areas-failing' : undefined}>
        <span className="tg-number">{count(sum)}</span>
        <Sparkline values={values} label={t('areas.trouble.curve', { name, most })} />
      </dd>
    </div>
  );
}
