import type { ResolvedArea } from '@tollgate/contract';
import { findAreaRoute } from '@tollgate/federation';
import { useLanguage } from '@tollgate/i18n';
import { PageHeader, Skeleton } from '@tollgate/ui/core';
import { useLocation } from '@tollgate/ui/router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { areaText } from '../areas/area-text.ts';

const SKELETON_AFTER_MS = 150;
const NOTICE_AFTER_MS = 2500;

/**
 * Shows the page's heading and description at once, because they are there before the code; after a moment a skeleton, because
 * most pages load quickly; later a notice that it takes longer.
 */
export function LoadingArea({ area }: { area: ResolvedArea }) {
  const { t } = useTranslation('federation');
  const { language } = useLanguage();
  const { pathname } = useLocation();
  const hasSkeleton = useElapsed(SKELETON_AFTER_MS);
  const isSlow = useElapsed(NOTICE_AFTER_MS);
  const route = findAreaRoute([area], pathname)?.route;
  // Pages of other layouts have their headings elsewhere.
  const hasHeading = route?.title && (route.layout ?? 'default') === 'default';
  return (
    <div aria-busy="true" data-testid={hasSkeleton ? 'area-loading' : undefined}>
      {hasHeading && (
        <PageHeader
          title={areaText(area, language, route.title)}
          description={route.description && areaText(area, language, route.description)}
        />
      )}
      {hasSkeleton && <Skeleton animation text={{ rows: 6 }} />}
      {hasSkeleton && (
        <p className="tg-muted" role="status">
          {isSlow ? t('still-loading') : ''}
        </p>
      )}
    </div>
  );
}

function useElapsed(delayMs: number): boolean {
  const [isElapsed, setElapsed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setElapsed(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return isElapsed;
}
