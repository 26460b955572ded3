import type { AreaModule } from '@tollgate/console-sdk';
import type { i18n } from 'i18next';
import { loadOtherTexts } from './area-texts.ts';
import { facades } from './provide.ts';

/** Fetches what the next click will want, once the browser has nothing else to do. */
export function loadAhead(instance: i18n, areaId: string, module: AreaModule): void {
  whenIdle(() => {
    // What fails here fails again, and is told, when somebody really asks for it.
    void Promise.allSettled([loadOtherTexts(instance, areaId, module), facades.data(), facades.form()]);
  });
}

export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 200);
}
