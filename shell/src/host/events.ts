import { type Bus, type ConsoleEvents, createBus } from '@tollgate/console-sdk';

type Name = keyof ConsoleEvents;

/** A broken listener surfaces like any other error of the page. */
const bus = createBus<ConsoleEvents>((error) => globalThis.reportError(error));

/** Events between the parts of the console. Session events also reach the browser's other tabs. */
export const events: Bus<ConsoleEvents> = {
  on: bus.on,
  emit(name, payload) {
    bus.emit(name, payload);
    if (ofSession.has(name)) tabs?.postMessage({ name, payload });
  },
};

/**
 * Starts exchanging session events with other tabs. `onSessionEnded` hears those of other tabs before the parts of
 * this one do. Received events are not forwarded. Without BroadcastChannel, only the stored user shows who is
 * signed in. Returns a stop function.
 */
export function joinTabs(onSessionEnded: (event: ConsoleEvents['session.ended/v1']) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel('tollgate.session');
  tabs = channel;
  channel.onmessage = ({ data }: MessageEvent<{ name?: Name; payload?: never }>) => {
    // The other tab may be older or newer than this one.
    if (!data?.name || !data.payload || !ofSession.has(data.name)) return;
    onSessionEnded(data.payload);
    bus.emit(data.name, data.payload);
  };
  return () => {
    if (tabs === channel) tabs = undefined;
    channel.close();
  };
}

const ofSession: ReadonlySet<Name> = new Set<Name>(['session.ended/v1']);
let tabs: BroadcastChannel | undefined;
