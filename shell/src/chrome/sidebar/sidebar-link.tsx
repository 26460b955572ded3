import { Tooltip } from '@tollgate/ui/core';
import { Link, useLocation } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useAreas } from '../../areas/areas-context.ts';
import { NavBadgeMark } from './nav-badge-mark.tsx';
import { useNavBadge } from './nav-badges.ts';
import { NavIcon } from './nav-icon.tsx';
import { isCurrent, type SidebarItem } from './sidebar-sections.ts';
import { useDwell } from './use-dwell.ts';

interface Props {
  item: SidebarItem;
  isFolded: boolean;
}

export function SidebarLink({ item, isFolded }: Props) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const areas = useAreas();
  const dwell = useDwell(() => areas.preload(item.areaId, item.to));
  const badge = useNavBadge(item);
  const label = badge ? t('sidebar.badge', { entry: item.label, badge: badge.label }) : item.label;
  const link = (
    <Link
      className="sh-sidebar-link"
      to={item.to}
      aria-current={isCurrent(item, pathname) ? 'page' : undefined}
      aria-label={isFolded ? label : undefined}
      {...dwell}
    >
      <NavIcon item={item} />
      {!isFolded && (
        <span className="sh-sidebar-label" aria-hidden={badge ? true : undefined}>
          {item.label}
        </span>
      )}
      {!isFolded && badge && <span className="tg-visually-hidden">{label}</span>}
      {badge && <NavBadgeMark badge={badge} isFolded={isFolded} />}
    </Link>
  );
  if (!isFolded) return link;
  return (
    <Tooltip content={label} position="right" trigger={['hover', 'focus']}>
      {link}
    </Tooltip>
  );
}
