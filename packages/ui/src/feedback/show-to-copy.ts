import { createElement } from 'react';
import { getI18n } from 'react-i18next';
import { drawersSettled } from '../forms/opening-drawers.ts';
import { loadOverlays } from './load-overlays.ts';
import { closeWithPage } from './page-dialogs.ts';

/**
 * Shows a text in a dialog for manual copying: the browser refused, or the page is not served over HTTPS. It closes
 * with its page: the text may be a key.
 */
export async function showToCopy(text: string): Promise<void> {
  const [{ Modal, CopyByHand }] = await Promise.all([loadOverlays(), drawersSettled()]);
  const { t } = getI18n();
  const dialog = Modal.info({
    title: t('copy.failed', { ns: 'common' }),
    content: createElement(CopyByHand, { text }),
    icon: null,
    className: 'tg-confirm',
    okText: t('action.close', { ns: 'common' }),
    autoFocus: false,
    focusLock: true,
    afterClose: () => stopFollowing(),
  });
  const stopFollowing = closeWithPage(() => dialog.close());
}
