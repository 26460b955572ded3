import { useEffect, useState, useSyncExternalStore } from 'react';

/*
 * Arco's drawer takes hold of the focus only when it has slid in. A dialog that opened meanwhile took hold before it, so
 * the drawer would come last and pull the focus out of the dialog for good. Dialogs therefore wait, a third of a second at
 * the most, until every drawer stands.
 */
const opening = new Set<object>();
const listeners = new Set<() => void>();

/** Whether no drawer is sliding in. */
export function useDrawersStand(): boolean {
  return useSyncExternalStore(listen, () => opening.size === 0);
}

/** Resolves when no drawer is sliding in: at once, nearly always. */
export function drawersStand(): Promise<void> {
  if (opening.size === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = listen(() => {
      if (opening.size > 0) return;
      stop();
      resolve();
    });
  });
}

/** Tells that a drawer slides in from when it is visible until what is returned was called, or it is gone. */
export function useOpeningDrawer(visible: boolean): () => void {
  const [stands, setStands] = useState(false);
  useEffect(() => {
    if (!visible) return setStands(false);
    if (stands) return undefined; // the drawer took hold of the focus in the same commit, before this effect
    const drawer = {};
    change(() => opening.add(drawer));
    return () => change(() => opening.delete(drawer));
  }, [visible, stands]);
  return () => setStands(true);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(step: () => void): void {
  step();
  for (const listener of listeners) listener();
}
