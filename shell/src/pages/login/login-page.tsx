import { Alert } from '@tollgate/ui/core';
import { Navigate, useLocation, useSearchParams } from '@tollgate/ui/router';
import { returnPath } from '../../session/return-path.ts';
import { useSession } from '../../session/use-session.ts';
import { useStatus } from '../../status/status-context.ts';
import { useSystemName } from '../../status/use-system-name.ts';
import { EntryCard } from '../entry/entry-card.tsx';
import { useInviteCode } from '../entry/invite-code.ts';
import { useEntryText } from '../entry/use-entry-text.ts';
import { ThirdParty } from '../third-party/third-party.tsx';
import { useOffers } from '../third-party/use-offers.ts';
import { LoginForm } from './login-form.tsx';
import { OtherWaysIn } from './other-ways-in.tsx';

/** The login page. A signed-in user continues to the previous page. */
export function LoginPage() {
  const { t } = useEntryText();
  const { user } = useSession();
  const { state } = useLocation();
  const { password_login: takesPasswords } = useStatus();
  const offers = useOffers();
  const [query] = useSearchParams();
  const name = useSystemName();
  useInviteCode(query.get('aff'));
  if (user) return <Navigate to={returnPath(state)} replace />;

  return (
    <EntryCard heading={t('login.heading', { name })} foot={<OtherWaysIn />}>
      {query.get('expired') === 'true' && <Alert type="warning" content={t('login.expired')} />}
      {takesPasswords && <LoginForm />}
      {!takesPasswords && (
        <Alert type="info" content={offers.any ? t('login.password-off-others') : t('login.password-off')} />
      )}
      <ThirdParty />
    </EntryCard>
  );
}
