import { useArea } from '@tollgate/console-sdk';
import { LimitSection } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useChannelLimits } from './channel-drawer.data.ts';

/** What limits a channel and its keys, and how much of it is used. */
export function ChannelLimits({ id }: { id: number }) {
  const { t } = useTranslation('area.admin-channels');
  const { links } = useArea();
  const { data, error } = useChannelLimits(id);
  const items = data?.map((use) => ({
    ...use,
    key: `${use.id} ${use.subject}`,
    whose:
      use.scope === 'channel_key'
        ? t('drawer.limits.key', { key: use.subject.split('-')[1]?.slice(0, KEY_DIGITS) })
        : undefined,
  }));
  return (
    <LimitSection
      items={items}
      error={error}
      link={
        <Link to={links.to('user.limits', { scope: 'channel', scope_id: id })}>{t('drawer.limits.set')}</Link>
      }
    />
  );
}

/** Enough to tell the keys of a channel apart. */
const KEY_DIGITS = 6;
