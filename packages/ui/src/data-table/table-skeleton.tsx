import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import './table-skeleton.css';

/**
 * Placeholder for rows that are loading. Each row is one element that draws the bars of all columns: it is in
 * the first frame of a page, and hundreds of elements would delay that frame.
 */
export function TableSkeleton({ columns, rows }: { columns: number; rows: number }) {
  const { t } = useTranslation('common');
  return (
    <div className="tg-table-skeleton" role="status">
      <span className="tg-visually-hidden">{t('table.loading')}</span>
      <div
        className="tg-table-skeleton-rows"
        style={{ '--tg-table-skeleton-columns': columns } as CSSProperties}
        aria-hidden
      >
        {Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
          <div key={row} className="tg-table-skeleton-row" />
        ))}
      </div>
    </div>
  );
}
