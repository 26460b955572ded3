import { createStore, type Readable } from '@tollgate/console-sdk';
import type { Density } from '@tollgate/ui/core';
import { readStored, writeStored } from '../storage.ts';

const densityKey = 'density';

const choice = createStore<Density>(readStored(densityKey) === 'compact' ? 'compact' : 'regular');

/** Row height of tables in this browser. */
export const density: Readable<Density> = choice;

export function chooseDensity(wanted: Density): void {
  writeStored(densityKey, wanted);
  choice.set(wanted);
}
