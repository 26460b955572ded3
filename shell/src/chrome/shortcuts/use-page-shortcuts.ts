import { useTranslation } from 'react-i18next';
import { useSidebarSections } from '../sidebar/use-sidebar-sections.ts';
import { pageKeys } from './shortcuts.ts';

export interface PageShortcut {
  key: string;
  to: string;
  label: string;
}

/** The pages that this visitor can open by shortcut. */
export function usePageShortcuts(): PageShortcut[] {
  const { t } = useTranslation('shell');
  const items = useSidebarSections().flatMap((section) => section.items);
  return Object.entries(pageKeys).flatMap(([key, to]) => {
    if (to === '/') return { key, to, label: t('header.home') };
    const item = items.find((candidate) => candidate.to === to);
    return item ? { key, to, label: item.label } : [];
  });
}
