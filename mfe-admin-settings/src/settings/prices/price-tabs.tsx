import { useData } from '@tollgate/api-client';
import { listEnabledModels } from '@tollgate/contract';
import { Alert, Button, ErrorState, useToast } from '@tollgate/ui/core';
import { SearchInput } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FillDialog } from './fill-dialog.tsx';
import { PriceDialog } from './price-dialog.tsx';
import { PriceTable } from './price-table.tsx';
import type { Prices } from './use-prices.ts';

/** Every model that has a price. */
export function VisualPrices({ prices }: { prices: Prices }) {
  const { t } = useTranslation('area.admin-settings');
  const [search, setSearch] = useState('');
  const [isAdding, setAdding] = useState(false);
  const wanted = search.trim().toLowerCase();
  const items = [...prices.all.values()].filter(({ name }) => name.toLowerCase().includes(wanted));
  items.sort((a, b) => (a.name < b.name ? -1 : 1));
  return (
    <>
      <div className="settings-price-tools">
        <SearchInput
          value={search}
          placeholder={t('settings.prices.search')}
          onSearch={setSearch}
          onType={setSearch}
        />
        <Button onClick={() => setAdding(true)}>{t('settings.prices.add')}</Button>
      </div>
      <PriceTable
        label={t('settings.prices.visual')}
        prices={prices}
        items={items}
        empty={t('settings.prices.empty-all')}
        isRemovable
      />
      <SavePrices prices={prices} />
      {isAdding && (
        <PriceDialog
          row={undefined}
          names={new Set(prices.all.keys())}
          onDone={(row) => prices.put(row)}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}

/** The models of enabled channels that cannot be called, because they have no price. */
export function UnsetPrices({ prices }: { prices: Prices }) {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const models = useData(listEnabledModels, {});
  const [selected, setSelected] = useState<string[]>([]);
  const [isFilling, setFilling] = useState(false);
  if (!models.data && models.error) {
    return (
      <ErrorState title={t('settings.prices.failed')} error={models.error} onRetry={() => models.mutate()} />
    );
  }
  const isUnset = (name: string) => {
    const row = prices.all.get(name);
    return row?.price === undefined && row?.ratio === undefined;
  };
  const items = models.data?.filter(isUnset).map((name) => prices.all.get(name) ?? { name });
  const shown = selected.filter(isUnset);
  const fill = () => (shown.length === 0 ? toast.warning(t('settings.prices.fill-none')) : setFilling(true));
  return (
    <>
      <div className="settings-price-tools">
        <Button onClick={fill}>{t('settings.prices.fill-button')}</Button>
      </div>
      <PriceTable
        label={t('settings.prices.unset')}
        prices={prices}
        items={items}
        empty={t('settings.prices.empty')}
        selection={{ keys: shown, onChange: (keys) => setSelected(keys.map(String)), actions: null }}
        isRemovable={false}
      />
      <SavePrices prices={prices} />
      {isFilling && (
        <FillDialog
          names={shown}
          rowOf={(name) => prices.all.get(name)}
          onDone={(rows) => prices.put(...rows)}
          onClose={() => setFilling(false)}
        />
      )}
    </>
  );
}

function SavePrices({ prices: { count, pending, failure, save, discard } }: { prices: Prices }) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <>
      {failure && <Alert type="error" className="settings-failure" content={failure} />}
      <div className="settings-actions">
        <Button type="primary" disabled={count === 0} loading={pending} onClick={() => void save()}>
          {t('settings.prices.save')}
        </Button>
        {count > 0 && !pending && (
          <>
            <Button onClick={discard}>{t('settings.prices.discard')}</Button>
            <span className="settings-unsaved">{t('settings.prices.unsaved', { count })}</span>
          </>
        )}
      </div>
    </>
  );
}
