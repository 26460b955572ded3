import { useArea } from '@tollgate/console-sdk';
import type { BookEntry } from '@tollgate/contract';
import { Button, EmptyState, lazyOverlay, PageHeader } from '@tollgate/ui/core';
import { DataTable, FilterBar, useListState } from '@tollgate/ui/data';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEnding } from './ending.ts';
import { usePriceBook } from './price-book.data.ts';
import { usePriceBookActions, usePriceBookColumns } from './price-book-columns.tsx';
import { UnpricedPanel } from './unpriced-panel.tsx';
import './price-book.css';

/** What every model costs, where the price comes from, and which models have none. */
export function PriceBookPage() {
  const { t } = useTranslation('area.user');
  const isRoot = useArea().can('root');
  const book = usePriceBook();
  const list = useListState({ filters: { keyword: '', show: '' } });
  const [edited, setEdited] = useState<BookEntry>();
  const [viewed, setViewed] = useState<BookEntry>();
  const [isReviewing, setReviewing] = useState(false);
  const { keyword, show } = list.filters;
  const items = useMemo(
    () =>
      (book.data ?? [])
        .filter(
          (entry) =>
            entry.model.toLowerCase().includes(keyword.toLowerCase()) &&
            (show !== 'offered' || entry.offered) &&
            (show !== 'pinned' || entry.pinned) &&
            (show !== 'ending' || isEnding(entry)),
        )
        // What channels offer comes first: it is what people see.
        .toSorted((one, other) => Number(other.offered) - Number(one.offered)),
    [book.data, keyword, show],
  );
  const shows = ['', 'offered', 'pinned', 'ending'];

  return (
    <>
      <PageHeader
        title={t('price-book.title')}
        description={t('price-book.intro')}
        actions={
          isRoot && (
            <Button type="primary" onClick={() => setReviewing(true)}>
              {t('price-book.review.open')}
            </Button>
          )
        }
      />
      <UnpricedPanel />
      <FilterBar
        list={list}
        search={{ name: 'keyword', placeholder: t('pricing.search') }}
        fields={[
          {
            name: 'show',
            label: t('price-book.show.label'),
            options: shows.map((value) => ({ value, label: t(`price-book.show.${value || 'all'}`) })),
          },
        ]}
      />
      <DataTable<BookEntry>
        label={t('price-book.title')}
        source={{ ...book, data: book.data && { items, total: items.length }, retry: book.mutate }}
        rowKey={({ model }) => model}
        columns={usePriceBookColumns()}
        actions={usePriceBookActions({ onEdit: setEdited, onHistory: setViewed })}
        onOpen={setViewed}
        empty={<EmptyState title={t('price-book.empty')} />}
      />
      {edited && (
        <PriceDialog model={edited.model} price={edited.price} onClose={() => setEdited(undefined)} />
      )}
      {viewed && <HistoryDrawer model={viewed.model} onClose={() => setViewed(undefined)} />}
      {isReviewing && <ReviewDrawer onClose={() => setReviewing(false)} />}
    </>
  );
}

// What opens with a click comes with it: the list is there sooner.
const HistoryDrawer = lazyOverlay(async () => (await import('./history-drawer.tsx')).HistoryDrawer);
const PriceDialog = lazyOverlay(async () => (await import('./price-dialog.tsx')).PriceDialog);
const ReviewDrawer = lazyOverlay(async () => (await import('./review-drawer.tsx')).ReviewDrawer);
