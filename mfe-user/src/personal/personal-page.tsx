import { ErrorState, PageHeader } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { InvitePanel } from './invite-panel.tsx';
import { ModelsPanel } from './models-panel.tsx';
import { MoneyTiles } from './money-tiles.tsx';
import { useSelf } from './personal.data.ts';
import { PersonalTabs } from './personal-tabs.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import './personal.css';

/** The signed-in user's page: money, models, invitations, sign-in methods, notifications. */
export function PersonalPage() {
  const { t } = useTranslation('area.user');
  const { data: user, error, mutate } = useSelf();
  return (
    <>
      <PageHeader title={t('personal.title')} description={t('personal.intro')} />
      {error && !user ? (
        <ErrorState error={error} onRetry={() => void mutate()} />
      ) : (
        <div className="personal-page">
          <MoneyTiles user={user} />
          <div className="personal-panels">
            <ProfilePanel user={user} />
            <InvitePanel user={user} />
          </div>
          <ModelsPanel />
          {user && <PersonalTabs user={user} />}
        </div>
      )}
    </>
  );
}
