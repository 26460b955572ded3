import { useArea, useReadable } from '@tollgate/console-sdk';
import { Button, lazyOverlay, PageHeader, useCopy, useIsMobile } from '@tollgate/ui/core';
import { FilterBar } from '@tollgate/ui/data';
import { IconCopy } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ratioOf } from './prices.ts';
import { usePriceList } from './pricing.data.ts';
import { PricingNotes } from './pricing-notes.tsx';
import { PricingTable } from './pricing-table.tsx';
import { usePricingFields } from './use-pricing-fields.ts';
import { usePricingView } from './use-pricing-view.ts';
import './pricing.css';

/** All models with their prices, for visitors too. */
export function PricingPage() {
  const { t } = useTranslation('area.user');
  const { data: prices } = usePriceList();
  const view = usePricingView();
  const [selected, setSelected] = useState<readonly string[]>([]);
  const { copy } = useCopy();
  const isMobile = useIsMobile();
  const isVisitor = useReadable(useArea().session).user === null;
  const description =
    prices && !isVisitor
      ? t('pricing.own', { group: view.own, ratio: ratioOf(prices, view.own) })
      : t('pricing.intro');
  const opened = prices?.data.find(({ model_name }) => model_name === view.opened);

  return (
    <>
      <PageHeader title={t('pricing.title')} description={description} />
      <PricingNotes prices={prices} view={view} />
      <FilterBar
        list={view.list}
        search={{ name: 'keyword', placeholder: t('pricing.search'), onType: view.onType }}
        fields={usePricingFields(prices, view)}
        actions={
          <>
            <Button aria-pressed={view.showsRatios} onClick={view.toggleRatios}>
              {t(view.showsRatios ? 'pricing.hide-ratios' : 'pricing.show-ratios')}
            </Button>
            {(!isMobile || selected.length > 0) && (
              <Button
                icon={<IconCopy />}
                disabled={selected.length === 0}
                aria-label={t('pricing.copy')}
                onClick={() => copy(selected.join(','))}
              >
                {!isMobile && t('pricing.copy')}
              </Button>
            )}
          </>
        }
      />
      <PricingTable view={view} selected={selected} onSelect={setSelected} />
      {opened && prices && (
        <ModelSheet entry={opened} prices={prices} view={view} onClose={() => view.open('')} />
      )}
    </>
  );
}

const ModelSheet = lazyOverlay(async () => (await import('./model-sheet.tsx')).ModelSheet);
