import { configure } from '@tollgate/api-client';
import { forgetAnswers } from '@tollgate/api-client/testing';
import { closeDialog, openDialogName } from '../chrome/dialogs/open-dialog.ts';
import { blockLeave } from '../navigation/leave-guard.ts';
import { closePasswordWarning } from '../session/default-password.ts';
import { held } from '../session/held.ts';
import { session } from '../session/session.ts';

/**
 * Ends the page that a test opened. A real page takes along what the shell keeps in memory; tests share that memory with
 * all that come after them in their worker, and a dialog left open in one would stand over the page of another.
 */
export function closePage(close: () => void): void {
  close();
  forgetAnswers();
  const dialog = openDialogName.get();
  if (dialog) closeDialog(dialog);
  closePasswordWarning();
  held.set(false);
  blockLeave(false);
  session.set({ user: null });
  configure({ userId: null, onUnauthorized: () => {} });
}
