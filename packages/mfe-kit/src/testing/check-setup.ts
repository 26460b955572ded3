import { createAreaContext } from '@tollgate/console-sdk';
import { createMockHost, type MockHost } from '@tollgate/console-sdk/testing';
import { asOldest } from './host-api-levels.ts';
import { watchLeftovers } from './leftovers.ts';
import { listenToConsole } from './page-facts.ts';
import { type ContractSubject, declaredHostApi } from './subject.ts';

/** Returns errors and leftovers of setting an area up twice and undoing both twice. */
export function setupFaults({ id, area }: ContractSubject): string[] {
  const host = createMockHost({}, () => {});
  const listHostListeners = watchHost(host);
  const complaints = listenToConsole();
  const watch = watchLeftovers();
  try {
    const identity = { id, buildId: 'mock', version: '0.0.0' };
    const ctx = asOldest(createAreaContext(host, identity), declaredHostApi(id));
    const undo = [area.setup?.(ctx), area.setup?.(ctx)];
    for (const stop of [...undo, ...undo]) stop?.();
    return [
      ...watch.left(),
      ...listHostListeners(),
      ...complaints.errors,
      ...host.reports.map(({ kind }) => `It reports: ${kind}`),
    ];
  } finally {
    watch.stop();
    complaints.stop();
  }
}

/** Counts the listeners of the console: events, session, theme and language. */
export function watchHost(host: MockHost): () => string[] {
  const counts = new Map<string, number>();
  const count = (what: string, change: number) => counts.set(what, (counts.get(what) ?? 0) + change);
  const counted = (what: string, stop: () => void) => {
    count(what, 1);
    let isOn = true;
    return () => {
      if (isOn) count(what, -1);
      isOn = false;
      stop();
    };
  };
  const { on } = host.events;
  host.events.on = (name, ...listener) => counted(`listener of the event ${name}`, on(name, ...listener));
  for (const name of ['session', 'theme', 'locale'] as const) {
    const { subscribe } = host[name];
    host[name].subscribe = (listener) => counted(`listener of ${name}`, subscribe(listener));
  }
  return () => [...counts].filter(([, left]) => left > 0).map(([what, left]) => `${left} × ${what}`);
}
