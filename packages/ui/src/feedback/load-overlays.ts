/** Loads the components of toasts and confirmations in their own chunk: no page needs them for its first render. */
export function loadOverlays() {
  return import('./overlays.ts');
}

/**
 * Loads them once the browser is idle, so that a toast appears at once and can also report a lost network.
 * Returns a function that cancels it.
 */
export function loadOverlaysAhead(): () => void {
  const load = () => void loadOverlays().catch(() => undefined); // requested again when needed
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, WITHOUT_IDLE_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(load);
  return () => cancelIdleCallback(request);
}

const WITHOUT_IDLE_MS = 1000;
