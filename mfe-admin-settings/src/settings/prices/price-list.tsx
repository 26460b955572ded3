import { useTranslation } from 'react-i18next';
import type { SettingsSectionProps } from '../settings-section.tsx';
import { UnsetPrices, VisualPrices } from './price-tabs.tsx';
import { usePrices } from './use-prices.ts';

/** The prices by model, or the models without one. */
export function PriceList({ rows, reload, isUnset }: SettingsSectionProps & { isUnset: boolean }) {
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
