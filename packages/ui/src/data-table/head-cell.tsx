import { IconCaretDown, IconCaretUp } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import type { DataColumn } from './types.ts';

export interface HeadCellProps<Row> {
  column: DataColumn<Row>;
  isFirst: boolean;
  /** Sorted column: its key, with `-` before it for descending. */
  sort: string;
  onSort: ((sort: string) => void) | undefined;
}

/** A column's name with a button that sorts ascending, descending, or not at all. */
export function HeadCell<Row>({ column, isFirst, sort, onSort }: HeadCellProps<Row>) {
  const { t } = useTranslation('common');
  const { key, title, width, sortable, mobile } = column;
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  return (
    <th
      scope="col"
      data-column={key}
      className={cellClass(column, isFirst)}
      aria-sort={direction}
      style={width ? { ...(mobile !== 'title' && { width }), minWidth: width } : undefined}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className="tg-grid-sort"
          title={t('table.sort', { column: title })}
          onClick={() => onSort(next(key, direction))}
        >
          {title}
          <span className="tg-grid-sort-marks" aria-hidden>
            <IconCaretUp className={direction === 'ascending' ? 'tg-grid-sort-on' : ''} />
            <IconCaretDown className={direction === 'descending' ? 'tg-grid-sort-on' : ''} />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  );
}

/** The first column is sticky; the title gets the free width. */
export function cellClass<Row>({ numeric, mobile }: DataColumn<Row>, isFirst: boolean): string | undefined {
  const names = [
    numeric && 'tg-grid-numeric',
    isFirst && 'tg-grid-first',
    mobile === 'title' && 'tg-grid-title',
  ];
  return names.filter(Boolean).join(' ') || undefined;
}

function next(key: string, direction: 'ascending' | 'descending' | undefined): string {
  if (!direction) return key;
  return direction === 'ascending' ? `-${key}` : '';
}
