import { Button } from '@tollgate/ui/core';
import { useNavigate } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { closePasswordWarning } from '../session/default-password.ts';
import { Dialog } from './dialog.tsx';

/** Shown after signing in with the default name and password. */
export function PasswordWarning() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();

  function change() {
    closePasswordWarning();
    navigate('/personal');
  }

  return (
    <Dialog
      title={t('default-password.title')}
      onClose={closePasswordWarning}
      actions={
        <Button type="primary" onClick={change}>
          {t('default-password.change')}
        </Button>
      }
    >
      <p>{t('default-password.text')}</p>
    </Dialog>
  );
}
