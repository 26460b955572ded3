import {
  type AreaLocation,
  createStore,
  type IsolatedArea,
  type IsolatedContext,
  PageFallback,
  PageShown,
  useArea,
} from '@tollgate/console-sdk';
import { useLocation, useNavigate } from '@tollgate/ui/router';
import { useContext, useEffect, useRef, useState } from 'react';
import { fetchApi } from './fetch-api.ts';
import { innerLink } from './inner-links.ts';
import { mountIsolated } from './mount-isolated.ts';

/** Gives an isolated area its element, and the console by the context. What it reports ends in the area's boundary. */
export function IsolatedPage({ isolated: area }: { isolated: IsolatedArea }) {
  const ctx = useArea();
  const location = useLocation();
  const navigate = useRef<Navigate>(null);
  navigate.current = useNavigate();
  const [here] = useState(() => createStore<AreaLocation>(location));
  const place = useRef<HTMLDivElement>(null);
  const fallback = useContext(PageFallback);
  const onShown = useContext(PageShown);
  const [isMounted, setMounted] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown }>();
  useEffect(() => here.set(location), [here, location]);
  useEffect(() => {
    const element = document.createElement('div');
    place.current?.append(element);
    const go: Navigate = (path, options) => navigate.current?.(path, options);
    element.addEventListener('click', (event) => {
      const path = innerLink(event);
      if (path === undefined) return;
      event.preventDefault();
      go(path);
    });
    const failed = (error: unknown) => setFailure({ error });
    const context: IsolatedContext = Object.freeze({
      ...ctx,
      location: Object.freeze({ get: here.get, subscribe: here.subscribe }),
      navigate: (path, options) => void go(path, options),
      fetch: fetchApi,
      fail: failed,
    } satisfies IsolatedContext);
    return mountIsolated(area, element, context, { mounted: () => setMounted(true), failed });
  }, [area, ctx, here]);
  useEffect(() => {
    if (isMounted) onShown();
  }, [isMounted, onShown]);
  if (failure) throw failure.error;
  return (
    <>
      {!isMounted && fallback}
      <div ref={place} hidden={!isMounted} />
    </>
  );
}

type Navigate = (path: string, options?: { readonly replace?: boolean }) => void;
