import type { OwnLimit } from '@tollgate/contract';
import { LimitList } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import { useOwnLimits } from './wallet.data.ts';

/** What limits the account and its tokens, and what is left of it, the fullest first; hidden without any. */
export function OwnLimits() {
  const { t } = useTranslation('area.user');
  const { data } = useOwnLimits();
  if (!data || data.length === 0) return null;
  const whoseOf = ({ scope, scope_id, subject_name }: OwnLimit) =>
    scope === 'token' ? t('wallet.limits.token', { name: subject_name || scope_id }) : undefined;
  const shareOf = ({ spent, held, amount }: OwnLimit) => (spent + held) / Math.max(1, amount);
  const fullestFirst = data.toSorted((a, b) => shareOf(b) - shareOf(a));
  const items = fullestFirst.map((limit) => ({
    ...limit,
    key: `${limit.id} ${limit.scope_id}`,
    whose: whoseOf(limit),
  }));
  return (
    <section className="wallet-section">
      <header>
        <h2>{t('wallet.limits.title')}</h2>
      </header>
      <LimitList label={t('wallet.limits.title')} items={items} />
    </section>
  );
}
