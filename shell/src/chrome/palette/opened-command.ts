import { createStore, type PlacedExtension } from '@tollgate/console-sdk';

/** The command of an area that is drawn above the page; at most one. */
export const openedCommand = createStore<PlacedExtension | undefined>(undefined);
