/**
 * Records what a page leaves behind: listeners of `window`, `document` and `document.body`, and intervals.
 * `stop()` restores the originals; `left()` lists what remains, one line each.
 */
export function watchLeftovers(): { left(): string[]; stop(): void } {
  const targets = { window, document, body: document.body };
  const counts = new Map<string, number>();
  const undo = Object.entries(targets).map(([name, target]) => watchListeners(name, target, counts));
  const intervals = watchIntervals();
  return {
    left: () => [
      ...[...counts].filter(([, count]) => count > 0).map(([what, count]) => `${count} × ${what}`),
      ...intervals.left(),
    ],
    stop() {
      for (const restore of undo) restore();
      intervals.stop();
    },
  };
}

function watchListeners(name: string, target: EventTarget, counts: Map<string, number>): () => void {
  const { addEventListener: add, removeEventListener: remove } = target;
  const listeners = new Map<unknown, Set<string>>();
  const keyOf = (type: string, options: unknown) =>
    `${type} ${typeof options === 'object' && options !== null ? Boolean((options as AddEventListenerOptions).capture) : Boolean(options)}`;
  const count = (type: string, change: number) => {
    const what = `listener of ${name}: ${type}`;
    counts.set(what, (counts.get(what) ?? 0) + change);
  };
  const forget = (type: string, listener: unknown, options: unknown) => {
    if (listeners.get(listener)?.delete(keyOf(type, options))) count(type, -1);
  };
  Object.assign(target, {
    addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: unknown) {
      const keys = listeners.get(listener) ?? new Set<string>();
      listeners.set(listener, keys);
      const { once = false, signal } = (
        typeof options === 'object' ? options : {}
      ) as AddEventListenerOptions;
      if (!once && !keys.has(keyOf(type, options))) {
        keys.add(keyOf(type, options));
        count(type, 1);
        signal?.addEventListener('abort', () => forget(type, listener, options));
      }
      add.call(target, type, listener, options as AddEventListenerOptions);
    },
    removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: unknown) {
      forget(type, listener, options);
      remove.call(target, type, listener, options as EventListenerOptions);
    },
  });
  return () => Object.assign(target, { addEventListener: add, removeEventListener: remove });
}

function watchIntervals(): { left(): string[]; stop(): void } {
  const { setInterval: start, clearInterval: end } = globalThis;
  const running = new Map<unknown, string>();
  globalThis.setInterval = ((work: (...given: unknown[]) => void, delayMs?: number, ...rest: unknown[]) => {
    const id = start(() => work(...rest), delayMs);
    running.set(id, `interval of ${delayMs} ms`);
    return id;
  }) as typeof setInterval;
  globalThis.clearInterval = ((id: never) => {
    running.delete(id);
    end(id);
  }) as typeof clearInterval;
  return {
    left: () => [...running.values()],
    stop: () => Object.assign(globalThis, { setInterval: start, clearInterval: end }),
  };
}
