import { useReadable } from '@tollgate/console-sdk';
import { IconNotification } from '@tollgate/ui/icons';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isFirstPageShown } from '../../app/first-page.ts';
import { useSession } from '../../session/use-session.ts';
import { NoticeButton } from '../notice/notice-button.tsx';

/** Loads after the first page, which has priority. A page whose bell cannot be loaded goes on without one. */
const InboxBell = lazy<() => ReactNode>(() =>
  import('./inbox-bell.tsx').then(
    ({ InboxBell: Bell }) => ({ default: Bell }),
    () => ({ default: () => null }),
  ),
);

/** The inbox of a user. Visitors have only the notice of the site. */
export function InboxButton() {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const isDue = useReadable(isFirstPageShown);
  if (!user) return <NoticeButton />;
  const waiting = (
    <button type="button" className="sh-menu-trigger" aria-label={t('inbox.label')} disabled>
      <IconNotification />
    </button>
  );
  if (!isDue) return waiting;
  return (
    <Suspense fallback={waiting}>
      <InboxBell key={user.id} />
    </Suspense>
  );
}
