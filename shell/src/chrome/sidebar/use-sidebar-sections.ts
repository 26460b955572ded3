import { useLanguage } from '@tollgate/i18n';
import { useMemo } from 'react';
import { useRegistry } from '../../areas/areas-context.ts';
import { useSession } from '../../session/use-session.ts';
import { useStatus } from '../../status/status-context.ts';
import { type SidebarSection, sidebarSections } from './sidebar-sections.ts';
import { useChats } from './use-chats.ts';

/** Returns this visitor's current sidebar. */
export function useSidebarSections(): SidebarSection[] {
  const { areas } = useRegistry();
  const session = useSession();
  const status = useStatus();
  const chats = useChats();
  const { language } = useLanguage();
  return useMemo(
    () => sidebarSections({ areas, session, status, chats, language }),
    [areas, session, status, chats, language],
  );
}
