import type { UnpricedModel } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetPrices, useUnpriced } from './price-book.data.ts';
import { PriceDialog } from './price-dialog.tsx';
import { usePriceText } from './use-price-text.ts';

/** Models that channels offer and calls are refused for, with a proposal each. Nothing while there are none. */
export function UnpricedPanel() {
  const { t } = useTranslation('area.user');
  const { data } = useUnpriced();
  const [edited, setEdited] = useState<UnpricedModel>();
  const [isWhole, setWhole] = useState(false);
  const toast = useToast();
  const save = useSetPrices();
  if (!data || data.length === 0) return null;
  const proposed = data.flatMap(({ model, proposal }) =>
    proposal ? [{ model, price: proposal.price }] : [],
  );

  async function takeAll() {
    await save({ prices: proposed }).then(
      () => toast.success(t('price-book.unpriced.taken', { count: proposed.length })),
      toast.error,
    );
  }

  return (
    <section
      className="price-book-unpriced"
      aria-label={t('price-book.unpriced.title', { count: data.length })}
    >
      <div className="price-book-head">
        <h2>{t('price-book.unpriced.title', { count: data.length })}</h2>
        {proposed.length > 1 && (
          <Button size="small" onClick={() => void takeAll()}>
            {t('price-book.unpriced.take-all', { count: proposed.length })}
          </Button>
        )}
      </div>
      <p className="tg-muted">{t('price-book.unpriced.hint')}</p>
      <ul>
        {data.slice(0, isWhole ? undefined : MOST_SHOWN).map((each) => (
          <li key={each.model}>
            <span className="tg-mono">{each.model}</span>
            <Proposal unpriced={each} />
            <Button size="small" onClick={() => setEdited(each)}>
              {t('price-book.unpriced.set')}
            </Button>
          </li>
        ))}
      </ul>
      {data.length > MOST_SHOWN && !isWhole && (
        <Button type="text" onClick={() => setWhole(true)}>
          {t('price-book.unpriced.more', { count: data.length - MOST_SHOWN })}
        </Button>
      )}
      {edited && (
        <PriceDialog
          model={edited.model}
          price={edited.proposal?.price ?? null}
          onClose={() => setEdited(undefined)}
        />
      )}
    </section>
  );
}

function Proposal({ unpriced: { proposal } }: { unpriced: UnpricedModel }) {
  const { t } = useTranslation('area.user');
  const text = usePriceText();
  if (!proposal) return <span className="tg-muted">{t('price-book.unpriced.none')}</span>;
  return (
    <span className="tg-muted">
      {t('price-book.unpriced.like', { like: proposal.like, price: text(proposal.price) })}
    </span>
  );
}

/** The prices below stay in sight. */
const MOST_SHOWN = 5;
