import { useArea, useReadable } from '@tollgate/console-sdk';
import { Button, PageHeader, useCopy, useIsMobile } from '@tollgate/ui/core';
import { FilterBar } from '@tollgate/ui/data';
import { IconCopy } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ratioOf, viewableGroups } from './prices.ts';
import { usePriceList } from './pricing.data.ts';
import { PricingNotes } from './pricing-notes.tsx';
import { PricingTable } from './pricing-table.tsx';
import { usePricingView } from './use-pricing-view.ts';
import './pricing.css';

/** Prices of all models, for visitors too. */
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
  const groups = prices ? viewableGroups(prices, view.own) : [view.own];

  return (
    <>
      <PageHeader title={t('pricing.title')} description={description} />
      <PricingNotes prices={prices} view={view} />
      <FilterBar
        list={view.list}
        search={{ name: 'keyword', placeholder: t('pricing.search'), onType: view.onType }}
        fields={[
          {
            name: 'group',
            label: t('pricing.group'),
            options: groups.map((group) => ({ value: group === view.own ? '' : group, label: group })),
          },
        ]}
        actions={
          <Button
            icon={<IconCopy />}
            disabled={selected.length === 0}
            aria-label={t('pricing.copy')}
            onClick={() => copy(selected.join(','))}
          >
            {!isMobile && t('pricing.copy')}
          </Button>
        }
      />
      <PricingTable view={view} selected={selected} onSelect={setSelected} />
    </>
  );
}
