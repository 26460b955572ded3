import type { RouteAccess } from '@tollgate/contract';
import { IconLock } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session/use-session.ts';
import { MessagePage } from './message-page.tsx';
import { WaysOn } from './ways-on.tsx';

/** For a signed-in user without the role for this page: the reason, and where to go. */
export function ForbiddenPage({ access }: { access: RouteAccess }) {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  return (
    <MessagePage icon={<IconLock />} heading={t('forbidden.heading')} actions={<WaysOn />}>
      {t(access === 'root' ? 'forbidden.root' : 'forbidden.admin', { name: user?.username })}
    </MessagePage>
  );
}
