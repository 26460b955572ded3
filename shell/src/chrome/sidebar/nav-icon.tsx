import type { NavIcon as NavIconName } from '@tollgate/contract';
import {
  IconApps,
  IconBranch,
  IconDashboard,
  IconExperiment,
  IconGift,
  IconHistory,
  IconIdcard,
  IconImage,
  IconList,
  IconMessage,
  IconPalette,
  IconRobot,
  IconSafe,
  IconSettings,
  IconStorage,
  IconTag,
  IconThunderbolt,
  IconTrend,
  IconUser,
  IconUserGroup,
} from '@tollgate/ui/icons';
import type { ComponentType } from 'react';
import type { SidebarItem } from './sidebar-sections.ts';

/** The icon that an area declares for its entry. A chat shows its first letter, because equal icons would not help. */
export function NavIcon({ item }: { item: SidebarItem }) {
  if (!item.icon) {
    return (
      <span className="sh-sidebar-initial" aria-hidden>
        {[...item.label][0]?.toUpperCase()}
      </span>
    );
  }
  // The area may come from a team with a newer shell.
  const Icon = Object.hasOwn(icons, item.icon) ? icons[item.icon as NavIconName] : IconApps;
  return <Icon aria-hidden />;
}

const icons: Record<NavIconName, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  branch: IconBranch,
  dashboard: IconDashboard,
  experiment: IconExperiment,
  gift: IconGift,
  history: IconHistory,
  idcard: IconIdcard,
  image: IconImage,
  list: IconList,
  message: IconMessage,
  palette: IconPalette,
  robot: IconRobot,
  safe: IconSafe,
  settings: IconSettings,
  storage: IconStorage,
  tag: IconTag,
  thunderbolt: IconThunderbolt,
  trend: IconTrend,
  user: IconUser,
  'user-group': IconUserGroup,
};
