import { useEffect, useState, useSyncExternalStore } from 'react';

/*
 * Arco's drawer takes the focus only after it has slid in. A dialog opened meanwhile would have taken it
 * before, and the drawer would then steal it for good. So dialogs wait, at most a third of a second, until
 * every drawer is open.
 */
const opening = new Set<object>();
const listeners = new Set<() => void>();

/** Returns whether no drawer is sliding in. */
export function useDrawersSettled(): boolean {
  return useSyncExternalStore(listen, () => opening.size === 0);
}

/** Resolves when no drawer is sliding in, usually at once. */
export function drawersSettled(): Promise<void> {
  if (opening.size === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = listen(() => {
      if (opening.size > 0) return;
      stop();
      resolve();
    });
  });
}

/** Marks a drawer as sliding in from when it is visible until the returned function is called or it unmounts. */
export function useOpeningDrawer(visible: boolean): () => void {
  const [isPlaced, setPlaced] = useState(false);
  useEffect(() => {
    if (!visible) return setPlaced(false);
    if (isPlaced) return undefined; // the drawer took the focus in the same commit, before this effect
    const drawer = {};
    change(() => opening.add(drawer));
    return () => change(() => opening.delete(drawer));
  }, [visible, isPlaced]);
  return () => setPlaced(true);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(step: () => void): void {
  step();
  for (const listener of listeners) listener();
}
