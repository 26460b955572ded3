import type { TopUp } from '@tollgate/contract';
import { Alert, Button, useFormat } from '@tollgate/ui/core';
import { useSearchParams } from '@tollgate/ui/router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paymentMoney } from './amounts.ts';
import { isWaiting, useOrders, useRefreshMoney } from './wallet.data.ts';

/**
 * The state of the payment after returning from the payment page, or of a pending one; and a notice once it
 * has arrived.
 */
export function PaymentNotice() {
  const [params, setParams] = useSearchParams();
  const orders = useOrders();
  const [watched, setWatched] = useState<string>();
  const waiting = orders.items.find((one) => isWaiting(one))?.trade_no;
  if (waiting !== undefined && waiting !== watched) setWatched(waiting);
  const wanted = params.get('out_trade_no') ?? watched;
  const order = orders.items.find(({ trade_no }) => trade_no === wanted);
  useFreshMoney(order);
  if (!order) return null;

  function close() {
    setWatched(undefined);
    setParams(new URLSearchParams(), { replace: true });
  }
  return <PaymentState key={order.id} order={order} onCheck={() => orders.mutate()} onClose={close} />;
}

interface PaymentStateProps {
  order: TopUp;
  onCheck: () => unknown;
  onClose: () => void;
}

function PaymentState({ order, onCheck, onClose }: PaymentStateProps) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const facts = {
    value: format.quota(order.quota),
    money: paymentMoney(order.money, format),
    order: order.trade_no,
  };
  if (order.status === 'success') {
    return (
      <Alert
        type="success"
        className="wallet-notice"
        content={t('wallet.payment.received', facts)}
        action={
          <Button size="mini" onClick={onClose}>
            {t('common:action.close')}
          </Button>
        }
      />
    );
  }
  return (
    <Alert
      type="warning"
      className="wallet-notice"
      content={t(isWaiting(order) ? 'wallet.payment.waiting' : 'wallet.payment.late', facts)}
      action={
        <Button size="mini" onClick={() => onCheck()}>
          {t('wallet.payment.check')}
        </Button>
      }
    />
  );
}

/** Reloads balance and statement as soon as an order is paid. */
function useFreshMoney(order: TopUp | undefined): void {
  const refresh = useRefreshMoney();
  const isPaid = order?.status === 'success';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each order that is paid
  useEffect(() => {
    if (isPaid) void refresh();
  }, [isPaid, order?.id]);
}
