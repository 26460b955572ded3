import { setTimeout as sleep } from 'node:timers/promises';
import { BootError } from '../core/boot-error.ts';
import type { Store } from './types.ts';

/** A gateway without a heartbeat for this long counts as dead. */
export const SILENT_AFTER_MS = 30_000;
const LOOK_EVERY_MS = 1000;

/**
 * Waits until the instance whose journals are in `folder` is silent. It ran at another place, perhaps on
 * another machine, and the folder was moved or copied since.
 *
 * @throws {BootError} when it sends a heartbeat meanwhile: the folder is a copy, and its calls must not be
 * ended here
 */
export async function untilSilent(
  store: Pick<Store, 'findInstance'>,
  instance: string,
  folder: string,
  warn: (sentence: string) => void,
): Promise<void> {
  for (let silentMs = 0; ; await sleep(LOOK_EVERY_MS)) {
    const state = await store.findInstance(instance);
    if (!state || state.ended === 1 || state.silentMs > SILENT_AFTER_MS) return;
    if (state.silentMs < silentMs)
      throw new BootError(
        `The journals in ${folder} belong to a gateway that is running elsewhere: this data folder is a copy of its folder. Start this gateway with an empty data folder, and put nothing but master.key into it.`,
      );
    if (silentMs === 0)
      warn(
        `The journals in ${folder} are of a gateway that ran elsewhere until now. Waiting for up to ${SILENT_AFTER_MS / 1000} seconds, to be sure that it has ended.`,
      );
    silentMs = state.silentMs;
  }
}
