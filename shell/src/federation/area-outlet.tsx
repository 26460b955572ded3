import { AreaProvider, PageFallback, useReadable } from '@tollgate/console-sdk';
import type { ResolvedArea } from '@tollgate/contract';
import { useLocation, useRoutes } from '@tollgate/ui/router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { session } from '../session/session.ts';
import { AreaBoundary } from './area-boundary.tsx';
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
  const [isRetrying, setRetrying] = useState(false);
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
  const degraded = <DegradedArea area={area} isRetrying={isRetrying} onRetry={retry} onNews={again} />;
  return (
    <AreaBoundary
      // Another person gets a page of their own: no typed text and no state of the one before.
      key={`${visit} ${area.state} ${user?.id}`}
      resetOn={pathname}
      fallback={degraded}
      onCrash={(error) => shown.current && federation.noteCrash(area, shown.current.build, error)}
    >
      <OpenArea area={area} degraded={degraded} onShow={(ready) => (shown.current = ready)} />
    </AreaBoundary>
  );
}

interface OpenAreaProps {
  area: ResolvedArea;
  degraded: ReactNode;
  onShow(ready: ReadyArea): void;
}

/** Created inside the boundary, so that a failure of the very first render is caught too. */
function OpenArea({ area, degraded, onShow }: OpenAreaProps) {
  const { ready, failed } = useOpenArea(area);
  if (failed) return degraded;
  if (!ready) return <LoadingArea area={area} />;
  onShow(ready);
  return (
    <section data-area={area.id} data-build={ready.build.buildId}>
      <AreaProvider value={ready.ctx}>
        <PageFallback value={<LoadingArea area={area} />}>
          <AreaPages ready={ready} />
        </PageFallback>
      </AreaProvider>
    </section>
  );
}

function AreaPages({ ready }: { ready: ReadyArea }) {
  return useRoutes([...ready.module.routes]);
}
