import { EmptyState, useFormat } from '@tollgate/ui/core';
import { type DataColumn, DataTable, type Selection, useLastPage, useListState } from '@tollgate/ui/data';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PriceDialog } from './price-dialog.tsx';
import { type PriceRow, tokenPrices } from './price-rows.ts';
import type { Prices } from './use-prices.ts';

interface Props {
  label: string;
  prices: Prices;
  /** Absent while loading. */
  items: PriceRow[] | undefined;
  empty: string;
  selection?: Selection;
  /** Prices can be removed; false in the list of models without one. */
  isRemovable: boolean;
}

/** Models with their prices. A click edits one. */
export function PriceTable({ label, prices, items, empty, selection, isRemovable }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const list = useListState({ filters: {} });
  const from = (list.page - 1) * list.pageSize;
  const shown = items && { items: items.slice(from, from + list.pageSize), total: items.length };
  useLastPage(list, items?.length);
  const [edited, setEdited] = useState<PriceRow>();
  return (
    <>
      <DataTable<PriceRow>
        label={label}
        source={{ data: shown, isLoading: !items }}
        list={list}
        rowKey={({ name }) => name}
        columns={usePriceColumns()}
        onOpen={setEdited}
        actions={(row) => [
          { key: 'edit', label: t('settings.prices.edit'), visible: true, onClick: () => setEdited(row) },
          ...(isRemovable
            ? [
                {
                  key: 'remove',
                  label: t('settings.prices.remove'),
                  danger: true,
                  onClick: () => prices.remove(row.name),
                },
              ]
            : []),
        ]}
        {...(selection && { selection })}
        empty={<EmptyState title={empty} />}
      />
      {edited && (
        <PriceDialog
          row={edited}
          names={new Set()}
          onDone={(row) => prices.put(row)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function usePriceColumns(): DataColumn<PriceRow>[] {
  const { t } = useTranslation('area.admin-settings');
  const format = useFormat();
  const number = (value: number | undefined) =>
    value === undefined ? '–' : format.number(value, { maximumFractionDigits: 6 });
  const column = (key: string, read: (row: PriceRow) => number | undefined): DataColumn<PriceRow> => ({
    key,
    title: t(`settings.prices.${key}`),
    numeric: true,
    mobile: 'fact',
    render: (row) => number(read(row)),
  });
  return [
    { key: 'name', title: t('settings.prices.model'), mobile: 'title' },
    column('per-call', ({ price }) => price),
    column('model-ratio', ({ ratio }) => ratio),
    column('completion-ratio', ({ completion }) => completion),
    { ...column('input', (row) => tokenPrices(row)[0]), optional: true },
  ];
}
