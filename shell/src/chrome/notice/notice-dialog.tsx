import { Button, HtmlFrame, MarkdownView } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { isHtml } from '../../pages/is-html.ts';
import { Dialog } from '../dialog.tsx';
import { closeDialog } from '../dialogs/open-dialog.ts';
import { rememberNotice } from './notice-seen.ts';

/** The administrators' notice. Once closed, it stays closed until its text changes. */
export function NoticeDialog({ notice }: { notice: string }) {
  const { t } = useTranslation('shell');

  function close() {
    rememberNotice(notice);
    closeDialog('notice');
  }

  return (
    <Dialog
      title={t('notice.title')}
      onClose={close}
      isWide
      actions={
        <Button type="primary" onClick={close}>
          {t('notice.close')}
        </Button>
      }
    >
      {isHtml(notice) ? (
        <HtmlFrame html={notice} title={t('notice.title')} on="raised" />
      ) : (
        <MarkdownView source={notice} images="show" />
      )}
    </Dialog>
  );
}
