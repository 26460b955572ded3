import { type Session, useReadable } from '@tollgate/console-sdk';
import { type Language, useLanguage } from '@tollgate/i18n';
import { useLocation } from '@tollgate/ui/router';
import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { areaText } from '../areas/area-text.ts';
import { useSession } from '../session/use-session.ts';
import { useSystemName } from '../status/use-system-name.ts';
import { decideAccess } from './decide-access.ts';
import type { Page } from './find-page.ts';
import { chosenTitle, setPageTitle } from './page-title.ts';

/** `title – system name`, in the current language. */
export function useDocumentTitle(page: Page): void {
  const { t } = useTranslation('shell');
  const { language } = useLanguage();
  const { pathname } = useLocation();
  const session = useSession();
  const chosen = useReadable(chosenTitle);
  const system = useSystemName();
  const title = chosen ?? routeTitle(page, session, language, t);

  // Before the effects of the new page, which may choose a title of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what ends a chosen title
  useLayoutEffect(() => setPageTitle(undefined), [pathname]);
  useEffect(() => {
    document.title = `${title} – ${system}`;
  }, [title, system]);
}

function routeTitle(page: Page, session: Session, language: Language, t: (key: string) => string): string {
  if (page.kind === 'missing' || page.kind === 'retired') return t('title.not-found');
  if (page.kind === 'shell') return t(page.title);
  if (decideAccess(session, page.route.access) === 'forbidden') return t('title.forbidden');
  return areaText(page.area, language, page.route.title);
}
