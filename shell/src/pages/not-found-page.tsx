import { IconCompass } from '@tollgate/ui/icons';
import { useLocation } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './message-page.tsx';
import { WaysOn } from './ways-on.tsx';

/** For an address without a page, and for one whose area was retired. */
export function NotFoundPage({ isRetired = false }: { isRetired?: boolean }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  return (
    <MessagePage icon={<IconCompass />} heading={t('not-found.heading')} actions={<WaysOn />}>
      {t(isRetired ? 'not-found.retired' : 'not-found.text', { path: pathname })}
    </MessagePage>
  );
}
