import { whenIdle } from './when-idle.ts';

/** Loads the components of toasts and confirmations in their own chunk: no page needs them for its first render. */
export function loadOverlays() {
  return import('./overlays.ts');
}

/**
 * Loads them once the browser is idle, so that a toast appears at once and can also report a lost network.
 * Returns a function that cancels it.
 */
export function loadOverlaysAhead(): () => void {
  return whenIdle(() => void loadOverlays().catch(() => undefined)); // requested again when needed
}
