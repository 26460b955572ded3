import { useArea, useReadable } from '@tollgate/console-sdk';
import type { PricingEntry } from '@tollgate/contract';
import { Alert, CopyText, useFormat, useIsMobile } from '@tollgate/ui/core';
import { Drawer } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { Calculator } from './calculator.tsx';
import { GroupPrices } from './group-prices.tsx';
import { ModelCode } from './model-code.tsx';
import { ModelService } from './model-service.tsx';
import { MorePrices } from './more-prices.tsx';
import { type PriceList, ratioOf } from './prices.ts';
import { useOwnSpend } from './pricing.data.ts';
import { contextText } from './use-pricing-fields.ts';
import type { PricingView } from './use-pricing-view.ts';
import { VendorMark } from './vendor-mark.tsx';

interface Props {
  entry: PricingEntry;
  prices: PriceList;
  view: PricingView;
  onClose: () => void;
}

/** Everything about one model: facts, prices by group, a calculator and code to call it. */
export function ModelSheet({ entry, prices, view, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const isMobile = useIsMobile();
  const ratio = ratioOf(prices, view.group);
  return (
    <Drawer visible width={isMobile ? '100%' : 560} title={entry.model_name} footer={null} onCancel={onClose}>
      <div className="pricing-sheet">
        {entry.deprecated && (
          <Alert type="warning" content={t('pricing.sheet.deprecated', { date: entry.deprecated })} />
        )}
        <Head entry={entry} />
        <Facts entry={entry} />
        <ModelService model={entry.model_name} />
        <section>
          <h2>{t('pricing.sheet.prices')}</h2>
          <GroupPrices entry={entry} prices={prices} />
        </section>
        {!entry.unpriced && (
          <>
            <MorePrices entry={entry} group={view.group} groupRatio={ratio} />
            <section>
              <h2>{t('pricing.calculator.title')}</h2>
              <Calculator entry={entry} groupRatio={ratio} />
            </section>
          </>
        )}
        <OwnSpend model={entry.model_name} />
        {entry.kind === 'chat' && <ModelCode model={entry.model_name} />}
      </div>
    </Drawer>
  );
}

/** What the model is for, and the way into the playground. */
function Head({ entry: { vendor, description, model_name, kind, available } }: Pick<Props, 'entry'>) {
  const { t } = useTranslation('area.user');
  const { links, session } = useArea();
  const canTry = useReadable(session).user !== null && kind === 'chat' && available;
  return (
    <div className="pricing-head">
      <VendorMark vendor={vendor} />
      <p>{description}</p>
      {canTry && (
        <Link
          className="arco-btn arco-btn-secondary arco-btn-size-default arco-btn-shape-square"
          to={links.to('playground.try', { model: model_name })}
        >
          {t('pricing.sheet.try')}
        </Link>
      )}
    </div>
  );
}

function Facts({ entry }: { entry: PricingEntry }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const facts: [string, string | undefined][] = [
    [t('pricing.field.vendor'), entry.vendor],
    [t('pricing.field.kind'), t(`pricing.kind.${entry.kind}`)],
    [t('pricing.field.context'), entry.context && contextText(entry.context)],
    [t('pricing.sheet.max-output'), entry.max_output && format.number(entry.max_output)],
    [
      t('pricing.field.capability'),
      entry.capabilities.map((each) => t(`pricing.can.${each}`)).join(t('pricing.list')),
    ],
  ].map(([name, value]) => [String(name), value ? String(value) : undefined]);
  return (
    <dl className="pricing-facts">
      <div className="pricing-fact-name">
        <dt>{t('pricing.sheet.name')}</dt>
        <dd>
          <CopyText text={entry.model_name} what={t('pricing.sheet.name')} />
        </dd>
      </div>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** What the signed-in user spent on the model in the last 30 days. */
function OwnSpend({ model }: { model: string }) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const spend = useOwnSpend(model);
  if (!spend) return null;
  return (
    <section>
      <h2>{t('pricing.sheet.spend')}</h2>
      <p>
        {t('pricing.sheet.spend-value', {
          cost: format.quota(spend.quota),
          calls: format.number(spend.calls),
        })}
      </p>
    </section>
  );
}
