import {
  ExtensionFrame,
  type ExtensionProps,
  ExtensionsContext,
  type PlacedExtension,
  reaches,
} from '@tollgate/console-sdk';
import { useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../session/use-session.ts';
import { entryName, setNavBadge } from './nav-badges.ts';
import type { SidebarSection } from './sidebar-sections.ts';

/** The page comes first: badges are loaded once it has had this time. */
const WAIT_MS = 3000;

/** Runs the components that count for entries of the menu. They draw nothing: a broken one leaves no badge. */
export function BadgeHosts({ sections }: { sections: readonly SidebarSection[] }) {
  const session = useSession();
  const extensions = useContext(ExtensionsContext);
  const placed = useSyncExternalStore(extensions.subscribe, () => extensions.at('shell.badge/v1'));
  const entries = new Set(sections.flatMap(({ items }) => items.map(entryName)));
  const shown = placed.filter(
    ({ access, isOff, target = '' }) => !isOff && entries.has(target) && reaches(session, access),
  );
  const isReady = useIsReady(shown.length > 0);
  if (!isReady || shown.length === 0) return null;
  return (
    <div hidden>
      {shown.map((extension) => (
        <BadgeHost key={`${extension.area} ${extension.id}`} extension={extension} />
      ))}
    </div>
  );
}

function BadgeHost({ extension }: { extension: PlacedExtension }) {
  const { target = '' } = extension;
  const of = useMemo<ExtensionProps<'shell.badge/v1'>>(
    () => ({ onBadge: (badge) => setNavBadge(target, badge) }),
    [target],
  );
  useEffect(() => () => setNavBadge(target, null), [target]);
  return (
    <ExtensionFrame
      isPart
      extension={extension}
      of={of as unknown as Record<string, unknown>}
      loading={null}
      unavailable={<NoBadge entry={target} />}
    />
  );
}

/** What a component counted before it failed is no longer true. */
function NoBadge({ entry }: { entry: string }) {
  useEffect(() => setNavBadge(entry, null), [entry]);
  return null;
}

function useIsReady(isWanted: boolean): boolean {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    if (!isWanted || isReady) return;
    const timer = setTimeout(() => setReady(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [isWanted, isReady]);
  return isReady;
}
