import { Tooltip } from '@tollgate/ui/core';
import { Link, useLocation } from '@tollgate/ui/router';
import { useAreas } from '../../areas/areas-context.ts';
import { NavIcon } from './nav-icon.tsx';
import { isCurrent, type SidebarItem } from './sidebar-sections.ts';
import { useDwell } from './use-dwell.ts';

interface Props {
  item: SidebarItem;
  isFolded: boolean;
}

export function SidebarLink({ item, isFolded }: Props) {
  const { pathname } = useLocation();
  const areas = useAreas();
  const dwell = useDwell(() => areas.preload(item.areaId, item.to));
  const link = (
    <Link
      className="sh-sidebar-link"
      to={item.to}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      aria-label={isFolded ? item.label : undefined}
      {...dwell}
    >
      <NavIcon item={item} />
      {!isFolded && <span className="sh-sidebar-label">{item.label}</span>}
    </Link>
  );
  if (!isFolded) return link;
  return (
    <Tooltip content={item.label} position="right" trigger={['hover', 'focus']}>
      {link}
    </Tooltip>
  );
}
