import { useToast } from '@tollgate/ui/core';
import { useNavigate } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { signOut } from './session.ts';

/** Ends the session and goes to the login page; shows an error when the server did not end it. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const toast = useToast();
  const navigate = useNavigate();
  return async () => {
    try {
      await signOut();
      toast.success(t('account.signed-out'));
      navigate('/login');
    } catch (error) {
      toast.error(error);
    }
  };
}
