import { useReadable } from '@tollgate/console-sdk';
import { lazyOverlay } from '@tollgate/ui/core';
import { awaitingRelogin } from '../../session/awaiting-relogin.ts';
import { usesDefaultPassword } from '../../session/default-password.ts';
import { useSession } from '../../session/use-session.ts';
import { useNoticeOnHome } from '../notice/use-notice.ts';
import { openedCommand } from '../palette/opened-command.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { closeDialog, openDialogName } from './open-dialog.ts';

/** Each loads when it is first opened. */
const BuildInfoDialog = lazyOverlay(async () => (await import('../team-tools.ts')).BuildInfoDialog);
const NoticeDialog = lazyOverlay(async () => (await import('../notice/notice-dialog.tsx')).NoticeDialog);
const loadPalette = () => import('../palette/console-palette.tsx');
const ConsolePalette = lazyOverlay(async () => (await loadPalette()).ConsolePalette);
const CommandHost = lazyOverlay(async () => (await loadPalette()).CommandHost);
const OverrideDialog = lazyOverlay(
  async () => (await import('../override/override-dialog.tsx')).OverrideDialog,
);
const SessionsDialog = lazyOverlay(
  async () => (await import('../sessions/sessions-dialog.tsx')).SessionsDialog,
);
const ShortcutsSheet = lazyOverlay(
  async () => (await import('../shortcuts/shortcuts-sheet.tsx')).ShortcutsSheet,
);
const SessionOver = lazyOverlay(async () => (await import('../sessions/session-over.tsx')).SessionOver);
const PasswordWarning = lazyOverlay(async () => (await import('../password-warning.tsx')).PasswordWarning);

/** Dialogs that can open above any page, and their keys. */
export function ShellDialogs() {
  const name = useReadable(openDialogName);
  const hasDefaultPassword = useReadable(usesDefaultPassword);
  const isHeld = useReadable(awaitingRelogin);
  const command = useReadable(openedCommand);
  const { user } = useSession();
  const notice = useNoticeOnHome();
  useShortcuts();
  return (
    <>
      {name === 'build' && <BuildInfoDialog onClose={() => closeDialog('build')} />}
      {name === 'notice' && notice && <NoticeDialog notice={notice} />}
      {name === 'palette' && <ConsolePalette onClose={() => closeDialog('palette')} />}
      {command && <CommandHost command={command} />}
      {name === 'override' && user && <OverrideDialog onClose={() => closeDialog('override')} />}
      {name === 'sessions' && user && <SessionsDialog onClose={() => closeDialog('sessions')} />}
      {name === 'shortcuts' && <ShortcutsSheet onClose={() => closeDialog('shortcuts')} />}
      {isHeld && user && <SessionOver />}
      {hasDefaultPassword && user && <PasswordWarning />}
    </>
  );
}
