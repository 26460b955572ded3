import type { ListedPrice, PriceOffer, PriceReviewRow } from '@tollgate/contract';
import { Button, StatusTag, useFormat } from '@tollgate/ui/core';
import { Checkbox } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { Source } from './price-book-columns.tsx';
import { allFalls, type Ticks, toggled } from './review-ticks.ts';
import { useCacheText, usePriceText } from './use-price-text.ts';

interface Props {
  rows: readonly PriceReviewRow[];
  ticks: Ticks;
  onTick: (ticks: Ticks) => void;
}

/** Old price, new price and change of each model, with a box to tick. */
export function ReviewTable({ rows, ticks, onTick }: Props) {
  const { t } = useTranslation('area.user');
  const text = usePriceText();
  return (
    <>
      <Button size="small" onClick={() => onTick(allFalls(rows))}>
        {t('price-book.review.tick-falls')}
      </Button>
      <ul className="price-book-review" aria-label={t('price-book.review.title')}>
        {rows.map(({ model, current, offers, conflict }) => (
          <li key={model}>
            <div className="price-book-review-model">
              <span className="tg-mono">{model}</span>
              <span className="tg-number tg-muted">
                {current ? t('price-book.review.now', { price: text(current) }) : t('price-book.review.none')}
              </span>
              {conflict && (
                <StatusTag tone="warning" hint={t('price-book.review.conflict-hint')}>
                  {t('price-book.review.conflict')}
                </StatusTag>
              )}
            </div>
            {offers.map((offer, place) => (
              <Offer
                key={`${offer.source}${offer.source_date}`}
                model={model}
                current={current}
                offer={offer}
                isTicked={ticks.get(model) === place}
                onToggle={() => onTick(toggled(ticks, model, place))}
              />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

interface OfferProps {
  model: string;
  current: ListedPrice | null;
  offer: PriceOffer;
  isTicked: boolean;
  onToggle: () => void;
}

function Offer({ model, current, offer, isTicked, onToggle }: OfferProps) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const text = usePriceText();
  const cache = useCacheText()(offer.price, current);
  const { change, bar } = offer;
  return (
    <div className="price-book-offer">
      <Checkbox checked={isTicked} disabled={bar !== null} onChange={onToggle}>
        <span className="tg-visually-hidden">{model}: </span>
        <span className="tg-number">{text(offer.price)}</span>
        {cache && <span className="price-book-part tg-muted tg-number">{cache}</span>}
      </Checkbox>
      <span className="price-book-change tg-number">
        {change !== null && change !== 0 && `${change > 0 ? '+' : ''}${format.number(change)}%`}
        {change === 0 && <span className="tg-muted">{t('price-book.review.same')}</span>}
      </span>
      <span className="tg-muted">
        <Source source={offer.source} date={offer.source_date} />
      </span>
      <span>{bar && <StatusTag tone="neutral">{t(`price-book.bar.${bar}`)}</StatusTag>}</span>
    </div>
  );
}
