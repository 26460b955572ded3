import type { Readable, Session } from '@tollgate/console-sdk';
import type { RegistrySource } from './registry-source.ts';

const LOOK_EVERY_MS = 60_000;
/** The first view has priority. */
const LISTEN_AFTER_MS = 3000;
/** All open pages receive an event at the same moment; their requests must be spread. */
const SPREAD_MS = 2000;

/**
 * Keeps the registry of an open page up to date. The gateway sends events where it can. A visible page also
 * polls every minute, and after a sign-in, a logout or when the network is back. `onNews` runs for every
 * event but the first, even when this page's registry stays the same; `onNotification` when the inbox of the user
 * changed. Returns a stop function.
 */
export function followRegistry(
  registry: RegistrySource,
  session: Readable<Session>,
  { onNews, onNotification }: { onNews?: () => void; onNotification?: () => void } = {},
): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let userId = session.get().user?.id;
  let hasReceived = false;

  const look = () => {
    if (document.visibilityState === 'visible') void registry.refresh();
  };
  const listen = () => {
    const isWanted = registry.get().live === true && userId !== undefined;
    if (!isWanted) {
      source?.close();
      source = undefined;
    } else if (source === undefined) {
      source = new EventSource('/api/console/events');
      source.onmessage = onMessage;
      source.addEventListener('notifications', () => onNotification?.());
    }
  };

  function onMessage({ data }: MessageEvent<string>): void {
    const { rev } = JSON.parse(data) as { rev?: string };
    if (hasReceived) onNews?.();
    hasReceived = true;
    if (rev === registry.get().rev) return;
    clearTimeout(timer);
    timer = setTimeout(() => void registry.refresh(), Math.random() * SPREAD_MS);
  }

  const stopSession = session.subscribe(() => {
    if (session.get().user?.id === userId) return;
    userId = session.get().user?.id;
    source?.close();
    source = undefined;
    void registry.refresh().then(listen);
  });
  const stopRegistry = registry.subscribe(listen);
  const start = setTimeout(listen, LISTEN_AFTER_MS);
  const clock = setInterval(look, LOOK_EVERY_MS);
  window.addEventListener('online', look);

  return () => {
    source?.close();
    clearTimeout(start);
    clearTimeout(timer);
    clearInterval(clock);
    stopSession();
    stopRegistry();
    window.removeEventListener('online', look);
  };
}
