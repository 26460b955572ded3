import { useArea, useReadable } from '@tollgate/console-sdk';
import type { PricingEntry } from '@tollgate/contract';
import { Alert, CodeSample, CopyText, StatusTag, useFormat, useIsMobile } from '@tollgate/ui/core';
import { Drawer, Radio } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SnippetLanguage, snippetFor, snippetLanguages } from '../shared/call-snippets.ts';
import { Calculator } from './calculator.tsx';
import { useDollars, useShownPrice } from './model-price.tsx';
import { groupsOf, type PriceList, ratioOf } from './prices.ts';
import { useGatewayAddress, useOwnSpend } from './pricing.data.ts';
import { contextText } from './use-pricing-fields.ts';
import type { PricingView } from './use-pricing-view.ts';

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
  return (
    <Drawer visible width={isMobile ? '100%' : 560} title={entry.model_name} footer={null} onCancel={onClose}>
      <div className="pricing-sheet">
        {entry.deprecated && (
          <Alert type="warning" content={t('pricing.sheet.deprecated', { date: entry.deprecated })} />
        )}
        <Facts entry={entry} />
        <section>
          <h3>{t('pricing.sheet.prices')}</h3>
          <GroupPrices entry={entry} prices={prices} />
          {entry.varies && <p className="tg-muted">{t('pricing.sheet.varies')}</p>}
        </section>
        {!entry.unpriced && (
          <section>
            <h3>{t('pricing.calculator.title')}</h3>
            <Calculator entry={entry} groupRatio={ratioOf(prices, view.group)} />
          </section>
        )}
        <OwnSpend model={entry.model_name} />
        {entry.kind === 'chat' && <Code model={entry.model_name} />}
      </div>
    </Drawer>
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
    [t('pricing.field.capability'), entry.capabilities.map((each) => t(`pricing.can.${each}`)).join(', ')],
  ].map(([name, value]) => [String(name), value ? String(value) : undefined]);
  return (
    <dl className="pricing-facts">
      <div>
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

function GroupPrices({ entry, prices }: { entry: PricingEntry; prices: PriceList }) {
  const { t } = useTranslation('area.user');
  const groups = groupsOf(entry, prices);
  if (entry.unpriced) return <StatusTag tone="warning">{t('pricing.unpriced')}</StatusTag>;
  if (groups.length === 0) return <StatusTag tone="neutral">{t('pricing.unavailable')}</StatusTag>;
  return (
    <table className="pricing-group-prices tg-number">
      <thead>
        <tr>
          <th scope="col">{t('pricing.group')}</th>
          <th scope="col">{t('pricing.field.input')}</th>
          <th scope="col">{t('pricing.field.output')}</th>
          <th scope="col">{t('pricing.field.cached')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map((group) => (
          <GroupPrice key={group} group={group} entry={entry} ratio={ratioOf(prices, group)} />
        ))}
      </tbody>
    </table>
  );
}

function GroupPrice({ group, entry, ratio }: { group: string; entry: PricingEntry; ratio: number }) {
  const { t } = useTranslation('area.user');
  const dollars = useDollars();
  const price = useShownPrice(entry, ratio);
  return (
    <tr>
      <th scope="row">{group}</th>
      {price.kind === 'call' ? (
        <td colSpan={3}>{t('pricing.price.call', { price: dollars(price.dollars) })}</td>
      ) : (
        <>
          <td>{dollars(price.prompt)}</td>
          <td>{dollars(price.completion)}</td>
          <td>{price.cached === undefined ? '–' : dollars(price.cached)}</td>
        </>
      )}
    </tr>
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
      <h3>{t('pricing.sheet.spend')}</h3>
      <p>
        {t('pricing.sheet.spend-value', {
          cost: format.quota(spend.quota),
          calls: format.number(spend.calls),
        })}
      </p>
    </section>
  );
}

function Code({ model }: { model: string }) {
  const { t } = useTranslation('area.user');
  const { links, session } = useArea();
  const isVisitor = useReadable(session).user === null;
  const address = useGatewayAddress();
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  return (
    <section>
      <h3>{t('pricing.sheet.code')}</h3>
      <Radio.Group
        type="button"
        aria-label={t('tokens.call.language')}
        value={language}
        onChange={setLanguage}
        options={snippetLanguages.map((value) => ({ value, label: languageNames[value] }))}
      />
      <CodeSample
        label={t('pricing.sheet.code')}
        text={snippetFor(language, { address, key: 'sk-…', model })}
      />
      <p>
        <Link to={isVisitor ? links.to('shell.login') : links.to('user.tokens')}>
          {t(isVisitor ? 'pricing.sheet.sign-in' : 'pricing.sheet.key')}
        </Link>
      </p>
    </section>
  );
}

const languageNames: Record<SnippetLanguage, string> = { curl: 'curl', python: 'Python', node: 'Node' };
