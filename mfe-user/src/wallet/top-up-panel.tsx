import { Alert, useQuotaDisplay } from '@tollgate/ui/core';
import { InputNumber } from '@tollgate/ui/form';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { minimumOf, presetsOf, type Shop } from './amounts.ts';
import { PayButtons } from './pay-buttons.tsx';
import { Payable } from './payable.tsx';
import { PresetAmounts } from './preset-amounts.tsx';
import { useSettled } from './use-settled.ts';
import { useStatus, useTopUpPrice } from './wallet.data.ts';

/** Buys balance at the payment page of the site. */
export function TopUpPanel() {
  const { t } = useTranslation('area.user');
  const { data: status } = useStatus();
  const display = useQuotaDisplay();
  const id = useId();
  return (
    <section className="wallet-panel" aria-labelledby={id}>
      <h2 id={id}>{t('wallet.top-up.title')}</h2>
      {status && !status.enable_online_topup && <Alert type="info" content={t('wallet.top-up.off')} />}
      {status?.enable_online_topup && (
        <TopUpForm shop={{ ...display, minimum: status.min_topup }} listPrice={status.price} />
      )}
    </section>
  );
}

function TopUpForm({ shop, listPrice }: { shop: Shop; listPrice: number }) {
  const { t } = useTranslation('area.user');
  const id = useId();
  const presets = presetsOf(shop);
  const [amount, setAmount] = useState(presets[0]);
  const minimum = minimumOf(shop);
  const isWhole = amount === undefined || Number.isInteger(amount);
  const isEnough = amount !== undefined && amount >= minimum && isWhole;
  const settled = useSettled(isEnough ? amount : undefined);
  const price = useTopUpPrice(settled);
  const isKnown = isEnough && settled === amount && price.data !== undefined;

  return (
    <>
      <label htmlFor={id}>{t(shop.displayInCurrency ? 'wallet.top-up.amount' : 'wallet.top-up.units')}</label>
      <InputNumber
        id={id}
        {...(amount !== undefined && { value: amount })}
        {...(shop.displayInCurrency && { prefix: '$' })}
        error={!isEnough}
        aria-describedby={`${id}-note`}
        onChange={(typed) => setAmount(typeof typed === 'number' ? typed : undefined)}
      />
      <PresetAmounts amounts={presets} chosen={amount} shop={shop} onChoose={setAmount} />
      <div id={`${id}-note`} className="wallet-payable" aria-live="polite">
        {isEnough ? (
          <Payable price={price} isKnown={isKnown} amount={amount} shop={shop} listPrice={listPrice} />
        ) : (
          <span className="tg-control-error">
            {isWhole
              ? t('wallet.top-up.too-small', { minimum: shop.displayInCurrency ? `$${minimum}` : minimum })
              : t('common:form.whole')}
          </span>
        )}
      </div>
      <PayButtons amount={isKnown ? amount : undefined} />
    </>
  );
}
