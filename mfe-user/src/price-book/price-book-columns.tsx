import type { BookEntry, ListedPrice } from '@tollgate/contract';
import { StatusTag, TimeAgo, useToast } from '@tollgate/ui/core';
import type { DataColumn, RowAction } from '@tollgate/ui/data';
import { IconEdit, IconHistory, IconLock, IconTag } from '@tollgate/ui/icons';
import { useNavigate } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { isEnding } from './ending.ts';
import { usePinPrices } from './price-book.data.ts';
import { useListDollars } from './use-price-text.ts';

export function usePriceBookColumns(): DataColumn<BookEntry>[] {
  const { t } = useTranslation('area.user');
  const part = (key: 'input' | 'output' | 'cache_read', title: string): DataColumn<BookEntry> => ({
    key,
    title: t(title),
    numeric: true,
    mobile: 'fact',
    render: ({ price }) => <Part price={price} part={key} />,
  });
  return [
    {
      key: 'model',
      title: t('pricing.field.model'),
      mobile: 'title',
      width: 240,
      render: (entry) => <Name entry={entry} />,
    },
    part('input', 'pricing.field.input'),
    part('output', 'pricing.field.output'),
    part('cache_read', 'pricing.field.cached'),
    {
      key: 'source',
      title: t('price-book.field.source'),
      render: ({ source, source_date }) => <Source source={source} date={source_date} />,
    },
    {
      key: 'valid_from',
      title: t('price-book.field.since'),
      render: ({ valid_from }) => <TimeAgo at={valid_from} />,
    },
  ];
}

function Part({ price, part }: { price: ListedPrice; part: 'input' | 'output' | 'cache_read' }) {
  const { t } = useTranslation('area.user');
  const dollars = useListDollars();
  if (price.per_call !== null)
    return part === 'input' ? t('pricing.price.call', { price: dollars(price.per_call) }) : '–';
  if (price.per_second !== null)
    return part === 'input' ? t('pricing.price.second', { price: dollars(price.per_second) }) : '–';
  return dollars(price[part]);
}

function Name({ entry }: { entry: BookEntry }) {
  const { t } = useTranslation('area.user');
  return (
    <span className="price-book-name">
      <span className="tg-mono">{entry.model}</span>
      {entry.pinned && <StatusTag tone="info">{t('price-book.pinned')}</StatusTag>}
      {isEnding(entry) && (
        <StatusTag tone="warning" hint={t('pricing.sheet.deprecated', { date: entry.deprecated })}>
          {t('price-book.ending', { date: entry.deprecated })}
        </StatusTag>
      )}
    </span>
  );
}

export function Source({ source, date }: { source: string; date: string }) {
  const { t, i18n } = useTranslation('area.user');
  const key = `price-book.source.${source}`;
  const name = i18n.exists(key, { ns: 'area.user' }) ? t(key) : source;
  return (
    <span>
      {name}
      {date && (
        <>
          , <span className="price-book-date">{date}</span>
        </>
      )}
    </span>
  );
}

interface Handlers {
  onEdit: (entry: BookEntry) => void;
  onHistory: (entry: BookEntry) => void;
}

export function usePriceBookActions({ onEdit, onHistory }: Handlers): (entry: BookEntry) => RowAction[] {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const pin = usePinPrices();
  const navigate = useNavigate();
  return (entry) => [
    {
      key: 'edit',
      label: t('common:action.edit'),
      icon: <IconEdit />,
      visible: true,
      onClick: () => onEdit(entry),
    },
    ...(entry.offered
      ? [
          {
            key: 'catalogue',
            label: t('price-book.catalogue'),
            icon: <IconTag />,
            onClick: () => void navigate(`/pricing?model=${encodeURIComponent(entry.model)}`),
          },
        ]
      : []),
    {
      key: 'history',
      label: t('price-book.history.open'),
      icon: <IconHistory />,
      onClick: () => onHistory(entry),
    },
    {
      key: 'pin',
      label: t(entry.pinned ? 'price-book.unpin' : 'price-book.pin'),
      icon: <IconLock />,
      onClick: async () => {
        await pin({ models: [entry.model], pinned: !entry.pinned });
        toast.success(
          t(entry.pinned ? 'price-book.unpinned' : 'price-book.now-pinned', { model: entry.model }),
        );
      },
    },
  ];
}
