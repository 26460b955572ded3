import type { Command } from '@tollgate/ui/core';
import { useNavigate } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/use-session.ts';
import { pageKeys } from '../shortcuts/shortcuts.ts';
import { NavIcon } from '../sidebar/nav-icon.tsx';
import { useSidebarSections } from '../sidebar/use-sidebar-sections.ts';
import { useHasPage } from '../use-has-page.ts';

/** The pages of header and sidebar, also by address. */
export function usePageCommands(): Command[] {
  const { t } = useTranslation('shell');
  const { user } = useSession();
  const navigate = useNavigate();
  const hasPage = useHasPage();
  const sections = useSidebarSections();
  const keys = Object.fromEntries(Object.entries(pageKeys).map(([key, to]) => [to, key]));

  const inSidebar = sections.flatMap(({ items }) =>
    items.map((item) => toCommand(item.to, item.label, <NavIcon item={item} />)),
  );
  const inHeader = [
    toCommand('/', t('header.home')),
    ...(hasPage('/pricing') ? [toCommand('/pricing', t('header.pricing'))] : []),
    toCommand('/about', t('header.about')),
    ...(user ? [] : [toCommand('/login', t('header.sign-in'))]),
  ];
  return [...inSidebar, ...inHeader];

  function toCommand(to: string, title: string, icon?: React.ReactNode): Command {
    const key = keys[to];
    return {
      id: `page-${to}`,
      title,
      keywords: to,
      group: t('palette.pages'),
      icon,
      ...(key && { shortcut: ['g', key] }),
      run: () => navigate(to),
    };
  }
}
