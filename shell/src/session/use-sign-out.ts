import { useToast } from '@tollgate/ui/core';
import { askToLeave, useNavigate } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { leaveAnyway } from '../navigation/leave-guard.ts';
import { signOut } from './session.ts';

/** Ends the session and goes to the login page; shows an error when the server did not end it. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('shell');
  const toast = useToast();
  const navigate = useNavigate();
  return async () => {
    if (!(await askToLeave())) return;
    try {
      await signOut();
      toast.success(t('account.signed-out'));
      leaveAnyway(() => navigate('/login'));
    } catch (error) {
      toast.error(error);
    }
  };
}
