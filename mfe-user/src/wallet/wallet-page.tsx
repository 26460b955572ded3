import { PageHeader } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { BalanceTiles } from './balance-tiles.tsx';
import { Orders } from './orders.tsx';
import { OwnLimits } from './own-limits.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { RedeemPanel } from './redeem-panel.tsx';
import { Statement } from './statement.tsx';
import { TopUpPanel } from './top-up-panel.tsx';
import './wallet.css';

/** The user's balance, top-up and statement. */
export function WalletPage() {
  const { t } = useTranslation('area.user');
  return (
    <>
      <PageHeader title={t('wallet.title')} description={t('wallet.intro')} />
      <PaymentNotice />
      <BalanceTiles />
      <div className="wallet-panels">
        <TopUpPanel />
        <RedeemPanel />
      </div>
      <OwnLimits />
      <Orders />
      <Statement />
    </>
  );
}
