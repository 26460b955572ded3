import { createStore, type NavBadge } from '@tollgate/console-sdk';
import { useSyncExternalStore } from 'react';
import type { SidebarItem } from './sidebar-sections.ts';

/** Badges of the menu by entry, as areas reported them: `admin-channels.channels`. */
const badges = createStore<Readonly<Record<string, NavBadge>>>({});

/** Sets or removes the badge of an entry. Counts below 1 show nothing. */
export function setNavBadge(entry: string, badge: NavBadge | null): void {
  const { [entry]: before, ...others } = badges.get();
  const next = badge && Number.isFinite(badge.count) && badge.count >= 1 ? badge : undefined;
  if (before?.count === next?.count && before?.label === next?.label) return;
  badges.set(next ? { ...others, [entry]: next } : others);
}

export function entryName({ areaId, id }: Pick<SidebarItem, 'areaId' | 'id'>): string {
  return `${areaId}.${id}`;
}

export function useNavBadge(item: Pick<SidebarItem, 'areaId' | 'id'>): NavBadge | undefined {
  return useSyncExternalStore(badges.subscribe, badges.get)[entryName(item)];
}
