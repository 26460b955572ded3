import { useData } from '@tollgate/api-client';
import { getNotice } from '@tollgate/contract';
import { useLocation } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { openDialog } from '../dialogs/open-dialog.ts';
import { isNoticeSeen } from './notice-seen.ts';

/** Returns the administrators' notice; undefined while there is none or it is loading. */
export function useNotice(): string | undefined {
  const { data } = useData(getNotice, {}, { revalidateOnFocus: false });
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
