import { IconNotification } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../dialogs/open-dialog.ts';
import { useNotice } from './use-notice.ts';

/** Reopens the notice; hidden without one. */
export function NoticeButton() {
  const { t } = useTranslation('shell');
  if (!useNotice()) return null;
  return (
    <button
      type="button"
      className="sh-menu-trigger"
      aria-label={t('notice.label')}
      aria-haspopup="dialog"
      onClick={() => openDialog('notice')}
    >
      <IconNotification />
    </button>
  );
}
