import { serverNow } from '@tollgate/api-client';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, StatTile, StatTiles, useFormat } from '@tollgate/ui/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from './dashboard.data.ts';
import { ratesOf, type UsageSum } from './sum-usage.ts';
import type { UsageRange } from './usage-range.ts';

/** Balance and usage of the signed-in account. */
export function AccountTiles() {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const { data, error, isLoading, mutate } = useAccount();
  const shown = (value: string | undefined) => ({ value: value ?? '–', loading: isLoading && !data });
  if (error && !data) {
    const retry = (
      <Button size="mini" onClick={() => mutate()}>
        {t('common:action.retry')}
      </Button>
    );
    return <Alert className="dashboard-tiles" type="error" content={errorMessage(error)} action={retry} />;
  }
  return (
    <Tiles title={t('dashboard.tile.account')}>
      <StatTile
        label={t('dashboard.tile.balance')}
        tone={data && data.quota <= 0 ? 'attention' : 'plain'}
        {...shown(data && format.quota(data.quota))}
      />
      <StatTile label={t('dashboard.tile.used')} {...shown(data && format.quota(data.used_quota))} />
      <StatTile label={t('dashboard.tile.requests')} {...shown(data && format.count(data.request_count))} />
    </Tiles>
  );
}

interface RangeTilesProps {
  /** Whose usage it is. */
  title: string;
  /** Undefined while loading. */
  total: UsageSum | undefined;
  range: UsageRange;
  isLoading: boolean;
}

/** Usage within the filters. */
export function RangeTiles({ title, total, range, isLoading }: RangeTilesProps) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const rates = total && ratesOf(total, range, serverNow() / 1000);
  const shown = (value: string | undefined) => ({ value: value ?? '–', loading: isLoading });
  return (
    <Tiles title={title}>
      <StatTile label={t('dashboard.tile.quota')} {...shown(total && format.quota(total.quota))} />
      <StatTile label={t('dashboard.tile.calls')} {...shown(total && format.count(total.calls))} />
      <StatTile label={t('dashboard.tile.tokens')} {...shown(total && format.count(total.tokens))} />
      <StatTile label={t('dashboard.tile.rpm')} {...shown(rates && format.count(rounded(rates.rpm)))} />
      <StatTile label={t('dashboard.tile.tpm')} {...shown(rates && format.count(rounded(rates.tpm)))} />
    </Tiles>
  );
}

function Tiles({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section className="dashboard-tiles" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <StatTiles>{children}</StatTiles>
    </section>
  );
}

/** Three decimals for small rates: three calls in an hour are 0.05 a minute, not 0. */
function rounded(rate: number): number {
  return rate < 1 ? Math.round(rate * 1000) / 1000 : Math.round(rate * 10) / 10;
}
