import { TabLinks, useSearchParams } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { SettingsSection, type SettingsSectionProps } from '../settings-section.tsx';
import { UnsetPrices, VisualPrices } from './price-tabs.tsx';
import { usePrices } from './use-prices.ts';

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
      {way === 'ratio' ? <SettingsSection {...props} /> : <PriceList {...props} isUnset={way === 'unset'} />}
    </div>
  );
}

function PriceList({ rows, reload, isUnset }: SettingsSectionProps & { isUnset: boolean }) {
  const { t } = useTranslation('area.admin-settings');
  const prices = usePrices({ rows, reload });
  const title = t(isUnset ? 'settings.prices.unset' : 'settings.prices.visual');
  return (
    <section className="settings-section" aria-labelledby="settings-price-list">
      <h2 id="settings-price-list">{title}</h2>
      {isUnset ? <UnsetPrices prices={prices} /> : <VisualPrices prices={prices} />}
    </section>
  );
}
