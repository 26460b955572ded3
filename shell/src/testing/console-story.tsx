import { MemoryRouter } from '@tollgate/ui/router';
import { useEffect, useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { App } from '../app/app.tsx';
import { closeDialog, type DialogName, openDialog } from '../chrome/dialogs/open-dialog.ts';
import { writeStored } from '../storage.ts';
import { chooseTheme, type ThemeChoice } from '../theme/theme.ts';
import { prepareConsole, type Setting } from './prepare-console.tsx';

export interface ConsoleStoryProps extends Setting {
  url: string;
  theme?: ThemeChoice;
  /** The dialog open above the page. */
  dialog?: DialogName;
}

/** Renders the whole console at an address, in a story. */
export function ConsoleStory({ url, theme = 'light', dialog, ...setting }: ConsoleStoryProps) {
  const [{ i18n, areas, close }] = useState(() => {
    for (const key of remembered) writeStored(key, undefined);
    chooseTheme(theme);
    return prepareConsole(setting);
  });
  useEffect(() => close, [close]);
  useEffect(() => {
    if (!dialog) return;
    openDialog(dialog);
    return () => closeDialog(dialog);
  }, [dialog]);
  return (
    <I18nextProvider i18n={i18n}>
      <MemoryRouter initialEntries={[url]} useTransitions={false}>
        <App areas={areas} />
      </MemoryRouter>
    </I18nextProvider>
  );
}

/** Storage keys of earlier stories, which would affect this one. */
const remembered = ['status', 'default_collapse_sidebar', 'notice-seen', 'density', 'palette:recent'];
