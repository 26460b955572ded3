import { useArea, useReadable } from '@tollgate/console-sdk';
import { Alert, Button, lazyOverlay, useFormat, useQuotaDisplay } from '@tollgate/ui/core';
import { IconInfoCircle } from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type PriceList, ratioOf } from './prices.ts';
import type { PricingView } from './use-pricing-view.ts';

interface Props {
  /** Absent while loading. */
  prices: PriceList | undefined;
  view: PricingView;
}

/** The group of these prices when it is not the group of the user, and the cost formula. */
export function PricingNotes({ prices, view }: Props) {
  const { t } = useTranslation('area.user');
  const { quotaPerUnit } = useQuotaDisplay();
  const format = useFormat();
  const [isHelpOpen, setHelpOpen] = useState(false);
  return (
    <div className="pricing-notes">
      {prices && <GroupNote prices={prices} view={view} />}
      {view.showsRatios && (
        <Alert
          type="info"
          content={t('pricing.formula', { units: format.number(quotaPerUnit) })}
          action={
            <Button type="text" size="mini" icon={<IconInfoCircle />} onClick={() => setHelpOpen(true)}>
              {t('pricing.help.open')}
            </Button>
          }
        />
      )}
      {isHelpOpen && <RatioHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

function GroupNote({ prices, view }: { prices: PriceList; view: PricingView }) {
  const { t } = useTranslation('area.user');
  const { own, group, setGroup } = view;
  const { links, session } = useArea();
  const isVisitor = useReadable(session).user === null;
  const isOwn = group === own;
  if (isOwn && !isVisitor) return null;
  const visited = isVisitor ? t('pricing.visitor', { group: own, ratio: ratioOf(prices, own) }) : '';
  const viewed = isOwn ? '' : t('pricing.viewing', { group, ratio: ratioOf(prices, group) });
  return (
    <Alert
      type="info"
      content={[visited, viewed].filter(Boolean).join(' ')}
      action={
        !isOwn ? (
          <Button type="text" size="mini" onClick={() => setGroup(own)}>
            {t('pricing.back', { group: own })}
          </Button>
        ) : (
          <Link to={links.to('shell.login')}>{t('pricing.log-in')}</Link>
        )
      }
    />
  );
}

const RatioHelp = lazyOverlay(async () => (await import('./ratio-help.tsx')).RatioHelp);
