import type { LogEntry, User } from '@tollgate/contract';
import { Button, ErrorState, GroupTag, Skeleton, useFormat } from '@tollgate/ui/core';
import { Dialog } from '@tollgate/ui/form';
import { IconFilter } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { useUserOf } from './usage-log.data.ts';
import './usage-log.css';

interface Props {
  entry: LogEntry;
  onClose: () => void;
  /** Filters the list by this user. */
  onFilter: (username: string) => void;
}

/** The user of an entry: balance, used quota, number of calls. For admins. */
export function UserSummary({ entry, onClose, onFilter }: Props) {
  const { t } = useTranslation('area.logs');
  const { username } = entry;
  const { user, error, isLoading, mutate } = useUserOf(entry);
  return (
    <Dialog
      title={t('log.user.title', { name: username })}
      onClose={onClose}
      footer={
        <Button
          type="primary"
          icon={<IconFilter />}
          onClick={() => {
            onFilter(username);
            onClose();
          }}
        >
          {t('log.filter-by-user', { name: username })}
        </Button>
      }
    >
      {error && !user && <ErrorState error={error} onRetry={() => mutate()} />}
      {isLoading && <Skeleton animation text={{ rows: 4 }} />}
      {user && <Facts user={user} />}
      {!user && !error && !isLoading && <p className="usage-log-muted">{t('log.user.gone')}</p>}
    </Dialog>
  );
}

function Facts({ user }: { user: User }) {
  const { t } = useTranslation('area.logs');
  const format = useFormat();
  const facts = [
    [t('log.field.user'), user.username],
    [t('log.field.group'), <GroupTag key="group" name={user.group} />],
    [t('log.user.quota'), format.quota(user.quota)],
    [t('log.user.used'), format.quota(user.used_quota)],
    [t('log.user.requests'), format.number(user.request_count)],
  ] as const;
  return (
    <dl className="usage-log-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
