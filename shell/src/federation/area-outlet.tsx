import { AreaProvider, isPageAway, PageFallback, PageShown, useReadable } from '@tollgate/console-sdk';
import { type ResolvedArea, scopeName } from '@tollgate/contract';
import { matchRoutes, useLocation, useRoutes } from '@tollgate/ui/router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { noteFirstPage } from '../app/first-page.ts';
import { session } from '../session/session.ts';
import { AreaBoundary } from './area-boundary.tsx';
import { missingPage, saysWhenShown } from './area-page.ts';
import type { ReadyArea } from './console-federation.ts';
import { DegradedArea } from './degraded-area.tsx';
import { useFederation } from './federation-provider.tsx';
import { LoadingArea } from './loading-area.tsx';
import { useOpenArea } from './use-open-area.ts';

/**
 * Renders an area and contains its failures. "Retry" opens the area from the start, without reloading the
 * page. The same happens when the area, or the build on screen, is switched off or on again.
 */
export function AreaOutlet({ area }: { area: ResolvedArea }) {
  const federation = useFederation();
  const { user } = useReadable(session);
  const { pathname } = useLocation();
  const [visit, setVisit] = useState(0);
  const shown = useRef<ReadyArea>(null);
  const seen = useRef('');
  const [isRetrying, setRetrying] = useState(false);
  const [crash, setCrash] = useState<unknown>();
  const again = useCallback(() => setVisit((count) => count + 1), []);
  const retry = useCallback(() => {
    setRetrying(true);
    void federation.retry(area).then(() => {
      setRetrying(false);
      again();
    });
  }, [federation, area, again]);
  useEffect(() => {
    const buildId = shown.current?.build.buildId;
    if (buildId && area.revoked.includes(buildId)) again();
  }, [area.revoked, again]);
  const onSeen = useCallback((key: string) => {
    seen.current = key;
    noteFirstPage();
  }, []);
  const onCrash = (error: unknown) => {
    setCrash(error);
    if (!shown.current) return;
    const { build } = shown.current;
    const wasShown = seen.current === pageKey(build.buildId, pathname);
    if (federation.giveUpPage(area, build, { error, path: pathname, wasShown })) again();
  };
  const degraded = (error?: unknown) => (
    <DegradedArea area={area} error={error} isRetrying={isRetrying} onRetry={retry} onNews={again} />
  );
  return (
    <AreaBoundary
      // Another person gets a page of their own: no typed text and no state of the one before.
      key={`${visit} ${area.state} ${user?.id}`}
      resetOn={pathname}
      fallback={degraded(crash)}
      onCrash={onCrash}
    >
      <OpenArea
        area={area}
        degraded={degraded}
        onReady={(ready) => (shown.current = ready)}
        onSeen={onSeen}
      />
    </AreaBoundary>
  );
}

interface OpenAreaProps {
  area: ResolvedArea;
  degraded(error: unknown): ReactNode;
  onReady(ready: ReadyArea): void;
  /** A page is on screen. */
  onSeen(key: string): void;
}

function pageKey(buildId: string, path: string): string {
  return `${buildId} ${path}`;
}

/** Created inside the boundary, so that a failure of the very first render is caught too. */
function OpenArea({ area, degraded, onReady, onSeen }: OpenAreaProps) {
  const { ready, hasFailed, error } = useOpenArea(area);
  if (hasFailed) return degraded(error);
  if (!ready) return <LoadingArea area={area} />;
  onReady(ready);
  return (
    <section
      data-area={area.id}
      data-build={ready.build.buildId}
      data-scope={scopeName(area.id, ready.build.buildId)}
    >
      <AreaProvider value={ready.ctx}>
        <PageFallback value={<LoadingArea area={area} />}>
          <AreaPages ready={ready} onSeen={onSeen} />
        </PageFallback>
      </AreaProvider>
    </section>
  );
}

function AreaPages({
  ready: { module, build },
  onSeen,
}: { ready: ReadyArea } & Pick<OpenAreaProps, 'onSeen'>) {
  const { pathname } = useLocation();
  const { buildId } = build;
  const onShown = useCallback(() => onSeen(pageKey(buildId, pathname)), [onSeen, buildId, pathname]);
  const matches = matchRoutes([...module.routes], pathname);
  const isAway = matches?.some(({ route: { element } }) => isPageAway(element) || saysWhenShown(element));
  useEffect(() => {
    if (!isAway) onShown();
  }, [isAway, onShown]);
  const page = useRoutes([...module.routes]);
  if (!matches) throw missingPage(pathname);
  return <PageShown value={onShown}>{page}</PageShown>;
}
