import { Button } from '@tollgate/ui/core';
import { IconBug } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './message-page.tsx';

/** An error of the console itself. Uses only texts: anything else may be broken. */
export function CrashPage() {
  const { t } = useTranslation('shell');
  return (
    <MessagePage
      icon={<IconBug />}
      heading={t('crash.heading')}
      actions={
        <Button type="primary" onClick={() => window.location.reload()}>
          {t('crash.reload')}
        </Button>
      }
    >
      {t('crash.text')}
    </MessagePage>
  );
}
