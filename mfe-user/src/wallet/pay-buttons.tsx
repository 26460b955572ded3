import type { Input, startPayment } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { payAt } from './pay-at.ts';
import { useStartPayment } from './wallet.data.ts';

type Method = Input<typeof startPayment>['payment_method'];

/** One button per payment method. `amount` is undefined while nothing can be bought. */
export function PayButtons({ amount }: { amount: number | undefined }) {
  const { t } = useTranslation('area.user');
  const errorMessage = useErrorMessage();
  const { run } = useStartPayment();
  const [leaving, setLeaving] = useState<Method>();
  const [problem, setProblem] = useState<string>();

  // A return from the payment page shows this page from the cache, and paying must be possible again.
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(undefined);
    window.addEventListener('pageshow', comeBack);
    return () => window.removeEventListener('pageshow', comeBack);
  }, []);

  async function pay(payment_method: Method) {
    if (amount === undefined) return;
    setLeaving(payment_method);
    setProblem(undefined);
    try {
      const { url, data } = await run({ amount, payment_method });
      payAt(url, data);
    } catch (error) {
      setProblem(errorMessage(error));
      setLeaving(undefined);
    }
  }

  return (
    <>
      <div className="wallet-pay">
        {methods.map((method) => (
          <Button
            key={method}
            type={method === 'zfb' ? 'primary' : 'outline'}
            loading={leaving === method}
            disabled={amount === undefined || leaving !== undefined}
            onClick={() => pay(method)}
          >
            {t(`wallet.top-up.pay-${method}`)}
          </Button>
        ))}
      </div>
      <div role="alert" className="tg-control-error">
        {problem}
      </div>
    </>
  );
}

const methods: readonly Method[] = ['zfb', 'wx'];
