import { createStore, type Readable } from '@tollgate/console-sdk';

export type DialogName = 'build' | 'notice' | 'override' | 'palette' | 'sessions' | 'shortcuts';

const open = createStore<DialogName | undefined>(undefined);

/** The shell's currently open dialog; at most one. */
export const openDialogName: Readable<DialogName | undefined> = open;

export function openDialog(name: DialogName): void {
  open.set(name);
}

/** Closes this dialog, unless another one has replaced it. */
export function closeDialog(name: DialogName): void {
  if (open.get() === name) open.set(undefined);
}
