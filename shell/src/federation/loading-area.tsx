import { Skeleton } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

const SKELETON_AFTER_MS = 150;
const NOTICE_AFTER_MS = 2500;

/** Nothing at first, because most areas come at once; then a skeleton; then a word that it takes longer. */
export function LoadingArea() {
  const { t } = useTranslation('federation');
  const hasSkeleton = useElapsed(SKELETON_AFTER_MS);
  const isSlow = useElapsed(NOTICE_AFTER_MS);
  if (!hasSkeleton) return <div aria-busy="true" />;
  return (
    <div aria-busy="true" data-testid="area-loading">
      <Skeleton animation text={{ rows: 6 }} />
      <p className="tg-muted" role="status">
        {isSlow ? t('still-loading') : ''}
      </p>
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
