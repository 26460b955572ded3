import { useData } from '@tollgate/api-client';
import { useReadable } from '@tollgate/console-sdk';
import { getNotice } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { isFirstPageShown } from '../../app/first-page.ts';
import { openDialog } from '../dialogs/open-dialog.ts';
import { isNoticeSeen } from './notice-seen.ts';

/** Returns the administrators' notice; undefined while there is none or it is loading. */
export function useNotice(): string | undefined {
  const isDue = useReadable(isFirstPageShown);
  const { data } = useData(getNotice, isDue ? {} : null, { revalidateOnFocus: false });
  return data?.trim() || undefined;
}

/** Returns the notice, if any. It opens automatically on the home page, once for each text. */
export function useNoticeOnHome(): string | undefined {
  const notice = useNotice();
  const isHome = useLocation().pathname === '/';
  useEffect(() => {
    if (isHome && notice && !isNoticeSeen(notice)) openDialog('notice');
  }, [isHome, notice]);
  return notice;
}
