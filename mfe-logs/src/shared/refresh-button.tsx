import { Button, useFormat, useIsMobile } from '@tollgate/ui/core';
import { IconRefresh } from '@tollgate/ui/icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './work.css';

interface Source {
  data?: unknown;
  error?: unknown;
  isValidating?: boolean | undefined;
  mutate: () => unknown;
}

interface Props {
  /** Everything that the page loads again. */
  sources: readonly Source[];
}

/** Loads a page's data again, and shows how old it is. */
export function RefreshButton({ sources }: Props) {
  const { t } = useTranslation('area.logs');
  const isMobile = useIsMobile();
  const name = t('common:action.refresh');
  const isBusy = sources.some(({ isValidating }) => isValidating);
  return (
    <>
      <Age
        isFresh={!isBusy && sources.every(({ data, error }) => data !== undefined && error === undefined)}
      />
      <Button
        icon={<IconRefresh />}
        loading={isBusy}
        aria-label={name}
        onClick={() => {
          for (const { mutate } of sources) mutate();
        }}
      >
        {!isMobile && name}
      </Button>
    </>
  );
}

/** Counts from the moment at which loading ended. */
function Age({ isFresh }: { isFresh: boolean }) {
  const { t } = useTranslation('area.logs');
  const { relative } = useFormat();
  const [loadedAt, setLoadedAt] = useState<number>();
  const [, tick] = useState(0);
  useEffect(() => {
    if (isFresh) setLoadedAt(Date.now());
  }, [isFresh]);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (loadedAt === undefined) return null;
  const isNow = Date.now() - loadedAt < TICK_MS;
  return (
    <span className="logs-age">
      {isNow ? t('shared.updated-now') : t('shared.updated', { time: relative(loadedAt / 1000) })}
    </span>
  );
}

const TICK_MS = 10_000;
