import { IconCompass } from '@tollgate/ui/icons';
import { useLocation } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './message-page.tsx';
import { WaysOn } from './ways-on.tsx';

export function NotFoundPage() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <MessagePage icon={<IconCompass />} heading={t('not-found.heading')} actions={<WaysOn />}>
      {t('not-found.text', { path: pathname })}
    </MessagePage>
  );
}
