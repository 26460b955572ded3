import { reaches, type Session } from '@tollgate/console-sdk';
import {
  type Language,
  type NavContribution,
  type NavSection,
  navSections,
  type ResolvedArea,
  type SiteStatus,
} from '@tollgate/contract';
import { areaText } from '../../areas/area-text.ts';

export interface SidebarItem {
  id: string;
  to: string;
  label: string;
  /** Name of an icon; chats have none and show their first letter. */
  icon?: string;
  areaId: string;
}

export interface SidebarSection {
  id: NavSection;
  /** Of a section that an area adds, in the user's language. */
  title?: string;
  items: SidebarItem[];
}

interface Facts {
  areas: readonly ResolvedArea[];
  session: Session;
  status: SiteStatus;
  /** Names of the configured chats. */
  chats: readonly string[];
  language: Language;
}

/** Returns this visitor's sidebar, in the order of the sections, without empty ones. */
export function sidebarSections(facts: Facts): SidebarSection[] {
  const entries = facts.areas
    .flatMap((area) => area.contributes.nav.map((nav) => ({ area, nav })))
    .filter(({ nav }) => isShown(nav, facts))
    .sort((a, b) => a.nav.order - b.nav.order);
  const sections = listSections(facts);
  const ids = new Set(sections.map(({ id }) => id));
  const sectionOf = ({ section, access }: NavContribution) => {
    if (ids.has(section)) return section;
    // The area that adds the section is gone, or hides it from this user.
    return access === 'admin' || access === 'root' ? 'admin' : 'console';
  };
  return sections
    .map(({ id, title }) => ({
      id,
      ...(title && { title }),
      items: entries.filter(({ nav }) => sectionOf(nav) === id).flatMap(toItems),
    }))
    .filter(({ items }) => items.length > 0);

  function toItems({ area, nav }: { area: ResolvedArea; nav: NavContribution }): SidebarItem[] {
    if (nav.section === 'chat') return chatItems(area, facts.chats);
    const { id, to, icon } = nav;
    return [{ id, to, icon, areaId: area.id, label: areaText(area, facts.language, nav.label) }];
  }
}

/** `/channel/edit/3` belongs to `/channel`; `/tokens` does not belong to `/token`. */
export function isCurrent(item: Pick<SidebarItem, 'to'>, pathname: string): boolean {
  return pathname === item.to || pathname.startsWith(`${item.to}/`);
}

function isShown(nav: NavContribution, { session, status }: Facts): boolean {
  return reaches(session, nav.access) && (!nav.flag || status[nav.flag]);
}

function chatItems(area: ResolvedArea, chats: readonly string[]): SidebarItem[] {
  return chats.map((label, index) => ({ id: `chat-${index}`, to: `/chat/${index}`, label, areaId: area.id }));
}

/** The sections of the console and of areas, in order. */
function listSections({ areas, session, language }: Facts): { id: NavSection; title?: string }[] {
  const own = navSections.map((id, index) => ({ id: id as NavSection, order: (index + 1) * 100 }));
  const added = areas.flatMap((area) =>
    (area.contributes.sections ?? [])
      .filter(({ access }) => reaches(session, access))
      .map(({ id, title, order }) => ({ id, order, title: areaText(area, language, title) })),
  );
  return [...own, ...added].sort((a, b) => a.order - b.order);
}
