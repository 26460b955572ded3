import { configure } from '@tollgate/api-client';
import { forgetAnswers } from '@tollgate/api-client/testing';
import { closeDialog, openDialogName } from '../chrome/dialogs/open-dialog.ts';
import { blockLeave } from '../navigation/leave-guard.ts';
import { awaitingRelogin } from '../session/awaiting-relogin.ts';
import { closePasswordWarning } from '../session/default-password.ts';
import { session } from '../session/session.ts';

/**
 * Closes the page of a test. A real page discards the shell's memory; tests of a worker share it, and a
 * dialog left open in one would cover the page of another.
 */
export function closePage(close: () => void): void {
  close();
  forgetAnswers();
  const dialog = openDialogName.get();
  if (dialog) closeDialog(dialog);
  closePasswordWarning();
  awaitingRelogin.set(false);
  blockLeave(false);
  session.set({ user: null });
  configure({ userId: null, onUnauthorized: () => {} });
}
