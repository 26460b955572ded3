import { useLocation } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { openDialog } from '../dialogs/open-dialog.ts';
import { isNoticeSeen } from './notice-seen.ts';
import { useNotice } from './use-notice.ts';

/** Returns the notice, if any. It opens automatically on the home page, once for each text. */
export function useNoticeOnHome(): string | undefined {
  const notice = useNotice();
  const isHome = useLocation().pathname === '/';
  useEffect(() => {
    if (isHome && notice && !isNoticeSeen(notice)) openDialog('notice');
  }, [isHome, notice]);
  return notice;
}
