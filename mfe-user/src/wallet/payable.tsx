import type { getTopUpPrice, Output } from '@tollgate/contract';
import { callField, fieldOf, useErrorMessage } from '@tollgate/i18n';
import { Spin, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { groupShare, paymentMoney, type Shop } from './amounts.ts';

interface Props {
  price: { data?: Output<typeof getTopUpPrice> | undefined; error?: unknown };
  /** Whether the price belongs to the amount on screen. */
  isKnown: boolean;
  amount: number;
  shop: Shop;
  /** Per dollar, before the group ratio. */
  listPrice: number;
}

/** The price of the amount, in the payment's currency, with its calculation. */
export function Payable({ price, isKnown, amount, shop, listPrice }: Props) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const errorMessage = useErrorMessage();
  if (price.error !== undefined) {
    const label = t(shop.displayInCurrency ? 'wallet.top-up.amount' : 'wallet.top-up.units');
    const error = fieldOf(price.error) === 'amount' ? callField(price.error, label) : price.error;
    return <span className="tg-control-error">{errorMessage(error)}</span>;
  }
  if (!isKnown || !price.data) return <Spin size={16} />;

  const payable = Number(price.data.data);
  const share = groupShare(payable, amount, listPrice, shop);
  return (
    <>
      <span>{t('wallet.top-up.payable')}</span>
      <strong className="tg-number">{paymentMoney(payable, format)}</strong>
      <span className="tg-muted">
        {t('wallet.top-up.list-price', { price: paymentMoney(listPrice, format) })}
        {share !== undefined && share !== 1 && ` · ${t('wallet.top-up.share', { share })}`}
      </span>
    </>
  );
}
