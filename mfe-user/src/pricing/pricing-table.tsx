import type { PricingEntry } from '@tollgate/contract';
import { EmptyState } from '@tollgate/ui/core';
import { DataTable } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useFoundModels } from './pricing.data.ts';
import { usePricingColumns } from './pricing-columns.tsx';
import type { PricingView } from './use-pricing-view.ts';

interface Props {
  view: PricingView;
  selected: readonly string[];
  onSelect: (names: readonly string[]) => void;
}

/** All models on one page; only rows near the window are rendered. */
export function PricingTable({ view, selected, onSelect }: Props) {
  const { t } = useTranslation('area.user');
  const { list: prices, ...models } = useFoundModels(view.search, view.group);
  const columns = usePricingColumns(prices, view);
  const isFiltered = view.list.isFiltered || view.search.text !== '';
  return (
    <DataTable<PricingEntry>
      label={t('pricing.title')}
      source={{ ...models, retry: models.mutate }}
      rowKey={({ model_name }) => model_name}
      columns={columns}
      onOpen={({ model_name }) => view.open(model_name)}
      selection={{
        keys: selected,
        onChange: (names) => onSelect(names.map(String)),
        actions: null,
      }}
      empty={
        <EmptyState
          title={t(isFiltered ? 'pricing.nothing-found' : 'pricing.empty.title')}
          description={isFiltered ? undefined : t('pricing.empty.hint')}
        />
      }
    />
  );
}
