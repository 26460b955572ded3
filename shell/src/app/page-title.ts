import { createStore, type Readable } from '@tollgate/console-sdk';

const chosen = createStore<string | undefined>(undefined);

/** The title that the current page has set instead of its route's, if any. */
export const chosenTitle: Readable<string | undefined> = chosen;

/** Lasts until the address changes. */
export function setPageTitle(title: string | undefined): void {
  chosen.set(title);
}
