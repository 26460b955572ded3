import type { ResolvedArea } from '@tollgate/contract';
import { Button } from '@tollgate/ui/core';
import { IconRefresh, IconTool } from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { noteFirstPage } from '../app/first-page.ts';
import { MessagePage } from '../pages/message-page.tsx';

const DevelopedFailure = lazy(async () => ({
  default: (await import('../chrome/team-tools.ts')).DevelopedFailure,
}));

interface DegradedAreaProps {
  area: ResolvedArea;
  /** Why; shown where the area comes from a development server. */
  error?: unknown;
  /** The gateway request is running. */
  isRetrying: boolean;
  onRetry(): void;
  /** The gateway now serves another build. */
  onNews(): void;
}

/**
 * The notice for an area that cannot be shown. Part of the shell, so that it is always available. The address
 * stays unchanged. It retries automatically when the connection is back, or when the gateway serves another
 * build.
 */
export function DegradedArea({ area, error, isRetrying, onRetry, onNews }: DegradedAreaProps) {
  const { t } = useTranslation('federation');
  useEffect(noteFirstPage, []);
  useEffect(() => {
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [onRetry]);
  const given = useRef(area.active?.buildId);
  useEffect(() => {
    if (given.current === area.active?.buildId) return;
    given.current = area.active?.buildId;
    if (given.current && !isRetrying) onNews();
  }, [area.active?.buildId, isRetrying, onNews]);
  const reason = area.state === 'on' ? 'unavailable' : area.state;
  return (
    <section role="alert" data-testid="area-degraded" data-area={area.id}>
      <MessagePage
        icon={<IconTool />}
        heading={t(`${reason}.title`)}
        actions={
          <>
            <Button type="primary" icon={<IconRefresh />} loading={isRetrying} onClick={onRetry}>
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
      {area.why === 'dev' && error !== undefined && (
        <Suspense fallback={null}>
          <DevelopedFailure area={area} error={error} />
        </Suspense>
      )}
    </section>
  );
}
