import { Alert } from '@tollgate/ui/core';
import { Link, Navigate, useSearchParams } from '@tollgate/ui/router';
import { returnPath } from '../../session/return-path.ts';
import { useSession } from '../../session/use-session.ts';
import { useStatus } from '../../status/status-context.ts';
import { useSystemName } from '../../status/use-system-name.ts';
import { EntryCard } from '../entry/entry-card.tsx';
import { useInviteCode } from '../entry/invite-code.ts';
import { useEntryText } from '../entry/use-entry-text.ts';
import { ThirdParty } from '../third-party/third-party.tsx';
import { RegisterForm } from './register-form.tsx';

/** A new account, when registration is open. */
export function RegisterPage() {
  const { t } = useEntryText();
  const { user } = useSession();
  const { register_enabled: isOpen } = useStatus();
  const [query] = useSearchParams();
  const name = useSystemName();
  useInviteCode(query.get('aff'));
  if (user) return <Navigate to={returnPath(null)} replace />;

  const foot = (
    <span>
      {t('register.has-account')} <Link to="/login">{t('register.log-in')}</Link>
    </span>
  );
  return (
    <EntryCard heading={t('register.heading', { name })} foot={foot}>
      {isOpen ? <RegisterForm /> : <Alert type="info" content={t('register.closed')} />}
      {isOpen && <ThirdParty />}
    </EntryCard>
  );
}
