import { useReadable } from '@tollgate/console-sdk';
import { Role, type User } from '@tollgate/contract';
import { useIsMobile } from '@tollgate/ui/core';
import { IconCommand, IconDesktop, IconList, IconPoweroff, IconUser } from '@tollgate/ui/icons';
import { Link, useLocation, useNavigate } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/use-session.ts';
import { useSignOut } from '../../session/use-sign-out.ts';
import { useStatus } from '../../status/status-context.ts';
import { chooseDensity, density } from '../../theme/density.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { MenuButton } from '../menu-button.tsx';
import { useHasPage } from '../use-has-page.ts';

/** The signed-in user and logout; for visitors login and registration. */
export function AccountMenu() {
  const { user } = useSession();
  return user ? <SignedIn user={user} /> : <Visitor />;
}

function SignedIn({ user }: { user: User }) {
  const { t } = useTranslation('shell');
  const signOut = useSignOut();
  const navigate = useNavigate();
  const hasPage = useHasPage();
  const isCompact = useReadable(density) === 'compact';
  const name = user.display_name || user.username;
  const personal = {
    id: 'personal',
    label: t('account.personal'),
    icon: <IconUser />,
    onSelect: () => navigate('/personal'),
  };

  return (
    <MenuButton
      className="sh-account"
      label={t('account.label', { name })}
      heading={
        <>
          <div className="sh-account-name">{name}</div>
          <div className="sh-account-role">
            {user.username} · {t(roleKey(user.role))}
          </div>
        </>
      }
      entries={[
        ...(hasPage('/personal') ? [personal] : []),
        {
          id: 'sessions',
          label: t('account.sessions'),
          icon: <IconDesktop />,
          onSelect: () => openDialog('sessions'),
        },
        {
          id: 'density',
          label: isCompact ? t('density.choose-regular') : t('density.choose-compact'),
          icon: <IconList />,
          onSelect: () => chooseDensity(isCompact ? 'regular' : 'compact'),
        },
        {
          id: 'shortcuts',
          label: t('shortcuts.title'),
          icon: <IconCommand />,
          onSelect: () => openDialog('shortcuts'),
        },
        { id: 'out', label: t('account.sign-out'), icon: <IconPoweroff />, onSelect: signOut },
      ]}
    >
      <span className="sh-avatar" aria-hidden>
        {[...name][0]?.toUpperCase()}
      </span>
    </MenuButton>
  );
}

function Visitor() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const { setup: isSetUp, self_use_mode_enabled: isSelfUse, register_enabled: isOpen } = useStatus();
  const isMobile = useIsMobile();
  if (!isSetUp) return null; // there is no account yet
  const offersRegister = isOpen && !isSelfUse && !isMobile;
  return (
    <>
      {offersRegister && pathname !== '/register' && (
        <Link className="sh-button" to="/register">
          {t('header.register')}
        </Link>
      )}
      {pathname !== '/login' && (
        <Link className="sh-button sh-button-primary" to="/login">
          {t('header.sign-in')}
        </Link>
      )}
    </>
  );
}

function roleKey(role: number): string {
  if (role >= Role.root) return 'account.role-root';
  return role >= Role.admin ? 'account.role-admin' : 'account.role-user';
}
