import { createStore, type Readable } from '@tollgate/console-sdk';

const changes = createStore(0);

/** Counts the changes of the inbox while this page is open. */
export const inboxChanges: Readable<number> = changes;

export function announceInboxChange(): void {
  changes.set(changes.get() + 1);
}
