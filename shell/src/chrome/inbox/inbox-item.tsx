import type { Notification, NotificationKind } from '@tollgate/contract';
import { TimeAgo } from '@tollgate/ui/core';
import {
  IconApps,
  IconCheckCircle,
  IconClockCircle,
  IconDashboard,
  IconExclamationCircle,
  IconSafe,
  IconStop,
} from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';
import { useHasPage } from '../use-has-page.ts';

interface Props {
  item: Notification;
  t: TFunction<'inbox'>;
  onRead: (id: number) => void;
  onClose: () => void;
}

/** One notification. Following its link marks it as read. */
export function InboxItem({ item, t, onRead, onClose }: Props) {
  const { id, kind, title, text, link, created_at, is_read } = item;
  const hasPage = useHasPage();
  const { Icon, tone } = looks[kind];
  const isLinked = link !== '' && hasPage(link.split('?')[0] ?? '');
  return (
    <li className={is_read ? 'sh-inbox-item' : 'sh-inbox-item sh-inbox-item-unread'}>
      <Icon className={`sh-inbox-icon sh-inbox-icon-${tone}`} aria-hidden />
      <div className="sh-inbox-words">
        {isLinked ? (
          <Link
            className="sh-inbox-title"
            to={link}
            onClick={() => {
              if (!is_read) onRead(id);
              onClose();
            }}
          >
            {title}
          </Link>
        ) : (
          <span className="sh-inbox-title">{title}</span>
        )}
        <p>{text}</p>
        <TimeAgo at={created_at} />
      </div>
      {!is_read && (
        <button
          type="button"
          className="sh-inbox-read"
          aria-label={t('read', { title })}
          title={t('read-short')}
          onClick={() => onRead(id)}
        >
          <span className="sh-inbox-dot" />
        </button>
      )}
    </li>
  );
}

type Tone = 'money' | 'bad' | 'good' | 'plain';

const looks: Record<NotificationKind, { Icon: ComponentType<{ className?: string }>; tone: Tone }> = {
  quota_warning: { Icon: IconSafe, tone: 'money' },
  limit_warning: { Icon: IconDashboard, tone: 'money' },
  token_expiring: { Icon: IconClockCircle, tone: 'money' },
  payment_received: { Icon: IconCheckCircle, tone: 'good' },
  channel_tripped: { Icon: IconExclamationCircle, tone: 'bad' },
  models_ending: { Icon: IconClockCircle, tone: 'money' },
  area_build: { Icon: IconApps, tone: 'plain' },
  area_canary_frozen: { Icon: IconExclamationCircle, tone: 'bad' },
  area_killed: { Icon: IconStop, tone: 'bad' },
};
