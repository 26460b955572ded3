/** What toasts and confirmations are drawn with, in a chunk of its own: no page needs them to show itself. */
export function loadOverlays() {
  return import('./overlays.ts');
}

/**
 * Fetches them as soon as the browser has nothing else to do, so that a toast is at once there and can also say that the
 * network is gone. Answers a function that calls it off.
 */
export function loadOverlaysAhead(): () => void {
  const load = () => void loadOverlays().catch(() => undefined); // asked for again when needed
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(load, WITHOUT_IDLE_MS);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(load);
  return () => cancelIdleCallback(request);
}

const WITHOUT_IDLE_MS = 1000;
