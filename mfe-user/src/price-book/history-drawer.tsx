import { ErrorState, Skeleton, useFormat, useIsMobile } from '@tollgate/ui/core';
import { Drawer } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { usePriceVersions } from './price-book.data.ts';
import { Source } from './price-book-columns.tsx';
import { useCacheText, usePriceText } from './use-price-text.ts';

/** The versions of the price of one model. */
export function HistoryDrawer({ model, onClose }: { model: string; onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const text = usePriceText();
  const cacheText = useCacheText();
  const isMobile = useIsMobile();
  const { data, error, mutate } = usePriceVersions(model);
  return (
    <Drawer
      visible
      width={isMobile ? '100%' : 520}
      title={t('price-book.history.title', { model })}
      footer={null}
      onCancel={onClose}
    >
      {error && !data && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && <Skeleton animation text={{ rows: 4 }} />}
      <ol className="price-book-history">
        {data?.map(({ id, price, valid_from, valid_to, source, source_date, username }) => (
          <li key={id}>
            <strong className="tg-number">{text(price)}</strong>
            {cacheText(price) && <span className="tg-number">{cacheText(price)}</span>}
            <span>
              {valid_to === 0
                ? t('price-book.history.since', { from: format.time(valid_from) })
                : t('price-book.history.span', { from: format.time(valid_from), to: format.time(valid_to) })}
            </span>
            <span className="tg-muted">
              <Source source={source} date={source_date} />
              {username && ` · ${username}`} · {t('price-book.history.version', { id })}
            </span>
          </li>
        ))}
      </ol>
    </Drawer>
  );
}
