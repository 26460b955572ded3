import type { FederationEvent } from '@tollgate/federation';

/** Longer than what opens an area next to its page is later. */
const SAME_MS = 10_000;

/** Passes a failure on once when an area is opened twice at a time, such as by its page and by a count in the menu. */
export function onceEach(onEvent: (event: FederationEvent) => void): (event: FederationEvent) => void {
  const passedAt = new Map<string, number>();
  return (event) => {
    if (event.type === 'area.failure/v1' || event.type === 'area.degraded/v1') {
      const { type, area } = event;
      const what =
        event.type === 'area.failure/v1' ? `${event.buildId} ${event.class}` : event.classes.join();
      const key = `${type} ${area} ${what}`;
      const now = performance.now();
      if (now - (passedAt.get(key) ?? Number.NEGATIVE_INFINITY) < SAME_MS) return;
      passedAt.set(key, now);
    }
    onEvent(event);
  };
}
