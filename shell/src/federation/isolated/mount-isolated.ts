import type { IsolatedArea, IsolatedContext } from '@tollgate/console-sdk';
import { withTimeout } from '../time-limit.ts';

const MOUNT_TIMEOUT_MS = 8000;

/** The end of the last visit, by area: an area has one element at a time. */
const visits = new WeakMap<IsolatedArea, Promise<void>>();

/** Mounts an area once its last visit has ended. Returns the function that ends this visit and removes the element. */
export function mountIsolated(
  area: IsolatedArea,
  element: HTMLElement,
  context: IsolatedContext,
  on: { mounted(): void; failed(error: unknown): void },
): () => void {
  let isLeft = false;
  let isBegun = false;
  const mounted = (visits.get(area) ?? Promise.resolve()).then(async () => {
    if (isLeft) return;
    isBegun = true;
    const { id } = context.area;
    await withTimeout(MOUNT_TIMEOUT_MS, id, Promise.resolve(area.mount(element, context)));
  });
  mounted.then(
    () => isLeft || on.mounted(),
    (error: unknown) => isLeft || on.failed(error),
  );
  return () => {
    isLeft = true;
    const ended = mounted
      .catch(() => {}) // reported above; what it began must end all the same
      .then(async () => {
        if (isBegun) await area.unmount(element);
      })
      .catch((error: unknown) => context.telemetry.error(error))
      .finally(() => element.remove());
    visits.set(area, ended);
  };
}
