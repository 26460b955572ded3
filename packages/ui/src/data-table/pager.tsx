import { Button } from '@arco-design/web-react';
import { IconLeft, IconRight } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../provider/use-format.ts';
import '../filters/select-arrow.css';
import './pager.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  /** The server counts up to here: a total that reaches it is shown as "more than". */
  countLimit?: number | undefined;
  onPage: (page: number) => void;
  /** Omit when the size is fixed. */
  onPageSize?: (pageSize: number) => void;
}

/** Pager of a list: total, page and page size. */
export function Pager({ page, pageSize, total, countLimit, onPage, onPageSize }: PagerProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const count = useRecordCount(total, countLimit);
  const last = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav className="tg-pager" aria-label={t('pager.label')}>
      <span className="tg-pager-total tg-number">{count}</span>
      <span className="tg-pager-pages">
        <Button
          type="text"
          icon={<IconLeft />}
          aria-label={t('pager.previous')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pagesAround(page, last).map((number) =>
          number < 0 ? (
            <span key={number} className="tg-pager-gap" aria-hidden>
              …
            </span>
          ) : (
            <Button
              key={number}
              className="tg-number tg-pager-page"
              type="text"
              aria-label={t('pager.page', { value: format.number(number) })}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {format.number(number)}
            </Button>
          ),
        )}
        <Button
          type="text"
          icon={<IconRight />}
          aria-label={t('pager.next')}
          disabled={page >= last}
          onClick={() => onPage(page + 1)}
        />
      </span>
      {onPageSize && (
        <span className="tg-pager-size">
          <select
            className="tg-native-select"
            aria-label={t('pager.size-label')}
            value={pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
          >
            {sizesWith(pageSize).map((size) => (
              <option key={size} value={size}>
                {t('pager.size', { value: size })}
              </option>
            ))}
          </select>
        </span>
      )}
    </nav>
  );
}

/** Returns the number of records as a sentence. The server counts up to `countLimit`. */
export function useRecordCount(total: number, countLimit?: number): string {
  const { t } = useTranslation('common');
  const format = useFormat();
  return countLimit !== undefined && total >= countLimit
    ? t('table.more-records', { value: format.number(countLimit) })
    : t('table.records', { count: total, value: format.number(total) });
}

/** Returns first, last and the neighbors of `page`; a negative number is a gap. */
export function pagesAround(page: number, last: number): number[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const pages = [...new Set(wanted)].sort((a, b) => a - b);
  return pages.flatMap((number, index) => {
    const before = pages[index - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [-number, number] : [number];
  });
}

function sizesWith(pageSize: number): number[] {
  return [...new Set([10, 20, 50, 100, pageSize])].sort((a, b) => a - b);
}
