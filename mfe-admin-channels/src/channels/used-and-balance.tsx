import type { Channel } from '@tollgate/contract';
import { useFormat, useToast } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useUpdateBalance } from './channels.data.ts';
import './channel-columns.css';

/** The balance is in dollars and comes from the provider; empty before the first request. A click requests it again. */
export function UsedAndBalance({ channel }: { channel: Channel }) {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  const toast = useToast();
  const { update, pending } = useUpdateBalance();
  const { used_quota, balance, balance_updated_time } = channel;
  if (balance_updated_time <= 0) return format.quota(used_quota);
  const amount = format.number(Math.abs(balance), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return (
    <span className="channels-money">
      <span>{format.quota(used_quota)}</span>
      <button
        type="button"
        disabled={pending}
        title={t('channels.balance.at', { time: format.time(balance_updated_time) })}
        className={balance <= 0 ? 'channels-attention' : undefined}
        onClick={(event) => {
          event.stopPropagation(); // the row itself opens the form
          void update(channel).catch(toast.error);
        }}
      >
        {`${balance < 0 ? '-' : ''}$${amount}`}
      </button>
    </span>
  );
}
