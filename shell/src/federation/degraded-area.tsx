import type { ResolvedArea } from '@tollgate/contract';
import { Button } from '@tollgate/ui/core';
import { IconRefresh, IconTool } from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { MessagePage } from '../pages/message-page.tsx';

interface DegradedAreaProps {
  area: ResolvedArea;
  onRetry(): void;
}

/**
 * What stands in for an area that cannot be shown. Part of the shell, so that it is there when nothing else is. The
 * address stays as it is; when the connection comes back it tries again by itself.
 */
export function DegradedArea({ area, onRetry }: DegradedAreaProps) {
  const { t } = useTranslation('federation');
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  const reason = area.state === 'on' ? 'unavailable' : area.state;
  return (
    <section role="alert" data-testid="area-degraded" data-area={area.id}>
      <MessagePage
        icon={<IconTool />}
        heading={t(`${reason}.title`)}
        actions={
          <>
            <Button type="primary" icon={<IconRefresh />} onClick={onRetry}>
              {t('retry')}
            </Button>
            <Link className="sh-button" to="/">
              {t('home')}
            </Link>
          </>
        }
      >
        {t(`${reason}.text`)}
      </MessagePage>
    </section>
  );
}
