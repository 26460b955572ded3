import { createStore, type Readable } from '@tollgate/console-sdk';

export type DialogName = 'notice' | 'override' | 'palette' | 'sessions' | 'shortcuts';

const open = createStore<DialogName | undefined>(undefined);

/** The one dialog of the shell that is on screen. */
export const openDialogName: Readable<DialogName | undefined> = open;

export function openDialog(name: DialogName): void {
  open.set(name);
}

/** Closes this dialog, if it is the one on screen: by then another may stand in its place. */
export function closeDialog(name: DialogName): void {
  if (open.get() === name) open.set(undefined);
}
