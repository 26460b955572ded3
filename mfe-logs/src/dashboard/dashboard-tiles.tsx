import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, StatTile, StatTiles, useFormat } from '@tollgate/ui/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useAccount } from './dashboard.data.ts';

/** Balance and usage of the signed-in account. */
export function AccountTiles() {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const errorMessage = useErrorMessage();
  const { data, error, isLoading, mutate } = useAccount();
  const shown = (value: string | undefined) => ({ value: value ?? '–', loading: isLoading && !data });
  const held = data?.held_quota ?? 0;
  if (error && !data) {
    const retry = (
      <Button size="mini" onClick={() => mutate()}>
        {t('common:action.retry')}
      </Button>
    );
    return <Alert className="dashboard-tiles" type="error" content={errorMessage(error)} action={retry} />;
  }
  return (
    <Tiles title={t('dashboard.tile.account')}>
      <StatTile
        label={t('dashboard.tile.balance')}
        tone={data && data.quota <= 0 ? 'attention' : 'plain'}
        {...shown(data && format.quota(data.quota))}
        {...(held > 0 && { hint: t('dashboard.tile.held', { amount: format.quota(held) }) })}
      />
      <StatTile label={t('dashboard.tile.used')} {...shown(data && format.quota(data.used_quota))} />
      <StatTile label={t('dashboard.tile.requests')} {...shown(data && format.count(data.request_count))} />
    </Tiles>
  );
}

/** Figures under a title. */
export function Tiles({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section className="dashboard-tiles" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <StatTiles>{children}</StatTiles>
    </section>
  );
}
