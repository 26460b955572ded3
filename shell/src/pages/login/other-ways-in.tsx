import { Link } from '@tollgate/ui/router';
import { useStatus } from '../../status/status-context.ts';
import { useEntryText } from '../entry/use-entry-text.ts';

/** Links to registration and password reset, where the site has them. */
export function OtherWaysIn() {
  const { t } = useEntryText();
  const {
    register_enabled: isOpen,
    self_use_mode_enabled: isSelfUse,
    password_login: hasPasswords,
  } = useStatus();
  return (
    <>
      {isOpen && !isSelfUse && (
        <span>
          {t('login.no-account')} <Link to="/register">{t('login.register')}</Link>
        </span>
      )}
      {hasPasswords && <Link to="/reset">{t('login.reset')}</Link>}
    </>
  );
}
