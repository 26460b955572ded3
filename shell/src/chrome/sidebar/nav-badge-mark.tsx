import type { NavBadge } from '@tollgate/console-sdk';
import { useFormat } from '@tollgate/ui/core';

/** The count next to an entry; a dot at a folded one. Its words are part of the name of the link. */
export function NavBadgeMark({ badge, isFolded }: { badge: NavBadge; isFolded: boolean }) {
  const { count } = useFormat();
  if (isFolded) return <span className="sh-sidebar-dot" aria-hidden />;
  return (
    <span className="sh-sidebar-badge tg-number" title={badge.label} aria-hidden>
      {badge.count > MOST ? `${count(MOST)}+` : count(Math.floor(badge.count))}
    </span>
  );
}

const MOST = 99;
