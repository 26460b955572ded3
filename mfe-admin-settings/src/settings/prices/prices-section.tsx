import { Skeleton } from '@tollgate/ui/core';
import { TabLinks, useSearchParams } from '@tollgate/ui/router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { SettingsSection, type SettingsSectionProps } from '../settings-section.tsx';

const ways = ['ratio', 'visual', 'unset'] as const;

/** Three views of the same prices: as stored, by model, and models without one. */
export function PricesSection(props: SettingsSectionProps) {
  const { t } = useTranslation('area.admin-settings');
  const [params] = useSearchParams();
  const way = ways.find((each) => each === params.get('prices')) ?? 'ratio';
  return (
    <div className="settings-prices">
      <TabLinks
        label={t('settings.prices.tabs')}
        open={way}
        tabs={ways.map((id) => ({
          id,
          label: t(`settings.prices.${id}`),
          search: `?tab=operation&prices=${id}`,
        }))}
      />
      {way === 'ratio' ? (
        <SettingsSection {...props} />
      ) : (
        <Suspense fallback={<Skeleton animation text={{ rows: 8 }} />}>
          <PriceList {...props} isUnset={way === 'unset'} />
        </Suspense>
      )}
    </div>
  );
}

/** Fetched when it opens: the first tab begins with the prices as stored, without a table. */
const PriceList = lazy(async () => ({ default: (await import('./price-list.tsx')).PriceList }));
