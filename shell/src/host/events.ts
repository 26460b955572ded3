import { type Bus, type ConsoleEvents, createBus } from '@tollgate/console-sdk';

type Name = keyof ConsoleEvents;

/** A broken listener surfaces like any other error of the page. */
const bus = createBus<ConsoleEvents>((error) => globalThis.reportError(error));

/** What the parts of the console tell each other. What concerns the session reaches the other tabs of the browser too. */
export const events: Bus<ConsoleEvents> = {
  on: bus.on,
  emit(name, payload) {
    bus.emit(name, payload);
    if (ofSession.has(name)) tabs?.postMessage({ name, payload });
  },
};

/**
 * Begins to tell and to hear the other tabs. What comes from one is told here and no further. A browser without such
 * channels has the stored user alone, which says who is signed in. The answer stops it.
 */
export function joinTabs(): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => {};
  const channel = new BroadcastChannel('tollgate.session');
  tabs = channel;
  channel.onmessage = ({ data }: MessageEvent<{ name?: Name; payload?: never }>) => {
    // The other tab may be older or newer than this one.
    if (data?.name && data.payload && ofSession.has(data.name)) bus.emit(data.name, data.payload);
  };
  return () => {
    if (tabs === channel) tabs = undefined;
    channel.close();
  };
}

const ofSession: ReadonlySet<Name> = new Set<Name>(['session.ended/v1']);
let tabs: BroadcastChannel | undefined;
