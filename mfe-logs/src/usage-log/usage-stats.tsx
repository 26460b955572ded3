import type { LogStat } from '@tollgate/contract';
import { StatTile, StatTiles, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Quota spent within the filters, and the load of the last minute. */
export function UsageStats({ data, isLoading }: { data: LogStat | undefined; isLoading: boolean }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  return (
    <section className="usage-log-stats" aria-label={t('log.stat.label')}>
      <StatTiles>
        <StatTile
          label={t('log.stat.quota')}
          value={data ? format.quota(data.quota) : '–'}
          loading={isLoading}
        />
        <StatTile label={t('log.stat.rpm')} value={data ? format.count(data.rpm) : '–'} loading={isLoading} />
        <StatTile label={t('log.stat.tpm')} value={data ? format.count(data.tpm) : '–'} loading={isLoading} />
      </StatTiles>
    </section>
  );
}
