import type { AreaModule } from '@tollgate/console-sdk';
import type { i18n } from 'i18next';
import { loadOtherTexts } from './area-texts.ts';

/**
 * One lazy import for each part of the kit that the shell provides to areas and loads on demand. The build shares a
 * module only when a source names it.
 */
export const facades: Readonly<Record<Facade, () => Promise<object>>> = {
  brand: () => import('@tollgate/ui/brand'),
  core: () => import('@tollgate/ui/core'),
  data: () => import('@tollgate/ui/data'),
  form: () => import('@tollgate/ui/form'),
  router: () => import('@tollgate/ui/router'),
  snippets: () => import('@tollgate/ui/snippets'),
  arcoData: () => import('@tollgate/ui/parts/arco-data'),
  arcoForm: () => import('@tollgate/ui/parts/arco-form'),
  charts: () => import('@tollgate/ui/parts/charts'),
  choices: () => import('@tollgate/ui/parts/choices'),
  dialogs: () => import('@tollgate/ui/parts/dialogs'),
  fields: () => import('@tollgate/ui/parts/fields'),
  panels: () => import('@tollgate/ui/parts/panels'),
  sliders: () => import('@tollgate/ui/parts/sliders'),
  table: () => import('@tollgate/ui/parts/table'),
  times: () => import('@tollgate/ui/parts/times'),
};

type Facade =
  | 'arcoData'
  | 'arcoForm'
  | 'brand'
  | 'core'
  | 'data'
  | 'form'
  | 'router'
  | 'snippets'
  | 'charts'
  | 'choices'
  | 'dialogs'
  | 'fields'
  | 'panels'
  | 'sliders'
  | 'table'
  | 'times';

/** What nearly every page needs. */
const NEXT = [facades.table, facades.dialogs, facades.choices] as const;

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
    void Promise.allSettled(NEXT.map((load) => load()));
  });
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 200);
}
