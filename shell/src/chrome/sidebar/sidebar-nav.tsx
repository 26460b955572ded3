import { useLocation } from '@tollgate/ui/router';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { BadgeHosts } from './badge-hosts.tsx';
import { SidebarLink } from './sidebar-link.tsx';
import type { SidebarSection } from './sidebar-sections.ts';

interface Props {
  sections: readonly SidebarSection[];
  isFolded?: boolean;
}

/** The sections with their links: in the sidebar, and in the drawer of a phone. */
export function SidebarNav({ sections, isFolded = false }: Props) {
  const { t } = useTranslation('shell');
  const id = useId();
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address decides which entry is the current one
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, sections]);
  return (
    <nav ref={nav} className="sh-sidebar-nav" aria-label={t('sidebar.label')}>
      {sections.map((section) => (
        <section key={section.id} aria-labelledby={id + section.id}>
          <h2 id={id + section.id} className={headingClass(section, isFolded)}>
            {section.title ?? t(`sidebar.section.${section.id}`)}
          </h2>
          <ul className="sh-sidebar-list">
            {section.items.map((item) => (
              <li key={item.id}>
                <SidebarLink item={item} isFolded={isFolded} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      <BadgeHosts sections={sections} />
    </nav>
  );
}

/** The playground's section has no heading: it would only repeat the entry. */
function headingClass({ id }: SidebarSection, isFolded: boolean): string {
  return isFolded || id === 'playground' ? 'tg-visually-hidden' : 'sh-sidebar-heading';
}
