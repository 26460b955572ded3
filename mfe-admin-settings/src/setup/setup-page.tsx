import type { User } from '@tollgate/contract';
import { BrandSplit } from '@tollgate/ui/brand';
import { ErrorState, Skeleton } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AlreadySetUp } from './already-set-up.tsx';
import { useSetup } from './setup.data.ts';
import { SetupDone } from './setup-done.tsx';
import { SetupForm } from './setup-form.tsx';
import './setup.css';

/** The first page of a new gateway: its first account and its usage mode. */
export function SetupPage() {
  const { t } = useTranslation('area.admin-settings');
  const setup = useSetup();
  const [isDone, setDone] = useState(false);
  const [user, setUser] = useState<User>();

  if (isDone) return <SetupDone user={user} />;
  if (setup.data?.status) return <AlreadySetUp />;
  return (
    <BrandSplit>
      <div className="setup-card">
        <header className="setup-head">
          <h1>{t('setup.heading')}</h1>
          <p>{t('setup.intro')}</p>
        </header>
        {setup.data && <SetupForm setup={setup.data} onSignedIn={setUser} onDone={() => setDone(true)} />}
        {!setup.data && setup.error && (
          <ErrorState title={t('setup.failure.status')} error={setup.error} onRetry={() => setup.mutate()} />
        )}
        {!setup.data && !setup.error && <Loading />}
      </div>
    </BrandSplit>
  );
}

/** Skeleton: three fields, three modes, a button. */
function Loading() {
  const { t } = useTranslation('common');
  return (
    <div className="setup-loading" role="status" aria-label={t('a11y.loading')}>
      <Skeleton animation text={{ rows: 4, width: '100%' }} />
      <Skeleton animation text={{ rows: 3, width: '100%' }} />
    </div>
  );
}
