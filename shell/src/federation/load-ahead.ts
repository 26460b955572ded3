import type { AreaModule } from '@tollgate/console-sdk';
import type { i18n } from 'i18next';
import { loadOtherTexts } from './area-texts.ts';

/** One lazy import per facade: the shell provides each to all areas and loads it on demand. */
export const facades: Record<
  'brand' | 'core' | 'data' | 'form' | 'router' | 'snippets',
  () => Promise<object>
> = {
  brand: () => import('@tollgate/ui/brand'),
  core: () => import('@tollgate/ui/core'),
  data: () => import('@tollgate/ui/data'),
  form: () => import('@tollgate/ui/form'),
  router: () => import('@tollgate/ui/router'),
  snippets: () => import('@tollgate/ui/snippets'),
};

/** Prefetches for the next click once the browser is idle. A switch of the language does not wait for that. */
export function loadAhead(
  instance: i18n,
  build: { areaId: string; buildId: string; module: AreaModule },
): void {
  // A failure here occurs again, and is reported, when the user opens it.
  const loadTexts = () => void loadOtherTexts(instance, build).catch(() => {});
  const onSwitch = () => {
    instance.off('languageChanged', onSwitch);
    loadTexts();
  };
  instance.on('languageChanged', onSwitch);
  whenIdle(() => {
    loadTexts();
    void Promise.allSettled([facades.data(), facades.form()]);
  });
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 200);
}
