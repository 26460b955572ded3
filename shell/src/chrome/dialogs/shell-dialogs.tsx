import { useReadable } from '@tollgate/console-sdk';
import { lazy, Suspense } from 'react';
import { awaitingRelogin } from '../../session/awaiting-relogin.ts';
import { usesDefaultPassword } from '../../session/default-password.ts';
import { useSession } from '../../session/use-session.ts';
import { useNoticeOnHome } from '../notice/use-notice.ts';
import { openedCommand } from '../palette/opened-command.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.ts';
import { closeDialog, openDialogName } from './open-dialog.ts';

/** Each loads when it is first opened. */
const BuildInfoDialog = lazy(async () => ({
  default: (await import('../team-tools.ts')).BuildInfoDialog,
}));
const NoticeDialog = lazy(async () => ({
  default: (await import('../notice/notice-dialog.tsx')).NoticeDialog,
}));
const loadPalette = () => import('../palette/console-palette.tsx');
const ConsolePalette = lazy(async () => ({ default: (await loadPalette()).ConsolePalette }));
const CommandHost = lazy(async () => ({ default: (await loadPalette()).CommandHost }));
const OverrideDialog = lazy(async () => ({
  default: (await import('../override/override-dialog.tsx')).OverrideDialog,
}));
const SessionsDialog = lazy(async () => ({
  default: (await import('../sessions/sessions-dialog.tsx')).SessionsDialog,
}));
const ShortcutsSheet = lazy(async () => ({
  default: (await import('../shortcuts/shortcuts-sheet.tsx')).ShortcutsSheet,
}));
const SessionOver = lazy(async () => ({
  default: (await import('../sessions/session-over.tsx')).SessionOver,
}));
const PasswordWarning = lazy(async () => ({
  default: (await import('../password-warning.tsx')).PasswordWarning,
}));

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
    <Suspense fallback={null}>
      {name === 'build' && <BuildInfoDialog onClose={() => closeDialog('build')} />}
      {name === 'notice' && notice && <NoticeDialog notice={notice} />}
      {name === 'palette' && <ConsolePalette onClose={() => closeDialog('palette')} />}
      {command && <CommandHost command={command} />}
      {name === 'override' && user && <OverrideDialog onClose={() => closeDialog('override')} />}
      {name === 'sessions' && user && <SessionsDialog onClose={() => closeDialog('sessions')} />}
      {name === 'shortcuts' && <ShortcutsSheet onClose={() => closeDialog('shortcuts')} />}
      {isHeld && user && <SessionOver />}
      {hasDefaultPassword && user && <PasswordWarning />}
    </Suspense>
  );
}
