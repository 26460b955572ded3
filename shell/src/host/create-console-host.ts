import type { Host, Readable } from '@tollgate/console-sdk';
import type { Language } from '@tollgate/i18n';
import { setPageTitle } from '../app/page-title.ts';
import { blockLeave } from '../navigation/leave-guard.ts';
import { goTo } from '../navigation/navigator.ts';
import { session } from '../session/session.ts';
import { theme } from '../theme/theme.ts';
import { events } from './events.ts';

/** What the shell provides to areas. `version` is the shell's own; `report` receives measurements of areas. */
export function createConsoleHost(own: {
  version: string;
  locale: Readable<Language>;
  report: Host['report'];
  findLink: NonNullable<Host['findLink']>;
}): Host {
  return { ...own, session, theme, events, navigate: goTo, setTitle: setPageTitle, blockLeave };
}
