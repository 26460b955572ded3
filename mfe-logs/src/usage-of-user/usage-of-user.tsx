import { type ExtensionProps, useArea } from '@tollgate/console-sdk';
import type { LogEntry } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Skeleton, TimeAgo, useFormat } from '@tollgate/ui/core';
import { Sparkline } from '@tollgate/ui/data';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { DAYS, type Day, useUsageOfUser } from './usage-of-user.data.ts';
import './usage-of-user.css';

interface Props extends ExtensionProps<'user.drawer/v1'> {
  /** Nothing is above it, so that it needs no line. */
  isAlone?: boolean;
}

/** A user's recent cost and calls, shown in the user's edit form. */
export function UsageOfUser({ username, isAlone = false }: Props) {
  const { t } = useTranslation('area.logs');
  const { links } = useArea();
  const errorMessage = useErrorMessage();
  const { days, calls, error } = useUsageOfUser(username);
  return (
    <div className={isAlone ? 'usage-of-user usage-of-user-alone' : 'usage-of-user'}>
      <header>
        <h2>{t('usage-of-user.title')}</h2>
        <Link to={links.to('logs.usage', { username })}>{t('usage-of-user.all', { username })}</Link>
      </header>
      {error !== undefined && (
        <Alert type="warning" content={`${t('usage-of-user.failed')} ${errorMessage(error)}`} />
      )}
      {error === undefined && !(days && calls) && <Skeleton animation text={{ rows: 3, width: '100%' }} />}
      {days && <Sums days={days} />}
      {calls && <LastCalls calls={calls} />}
    </div>
  );
}

function Sums({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('area.logs');
  const { count, quota } = useFormat();
  const sum = (of: (day: Day) => number) => days.reduce((all, day) => all + of(day), 0);
  return (
    <dl className="usage-of-user-sums">
      <div>
        <dt>{t('usage-of-user.spent', { days: DAYS })}</dt>
        <dd className="tg-number">{quota(sum((day) => day.quota))}</dd>
      </div>
      <div>
        <dt>{t('usage-of-user.calls', { days: DAYS })}</dt>
        <dd className="tg-number">{count(sum((day) => day.count))}</dd>
      </div>
      <div>
        <dt>{t('usage-of-user.curve')}</dt>
        <dd>
          <Sparkline label={t('usage-of-user.curve')} values={days.map((day) => day.quota)} />
        </dd>
      </div>
    </dl>
  );
}

function LastCalls({ calls }: { calls: readonly LogEntry[] }) {
  const { t } = useTranslation('area.logs');
  const { quota } = useFormat();
  if (calls.length === 0) return <p className="tg-muted">{t('usage-of-user.none')}</p>;
  return (
    <ul aria-label={t('usage-of-user.last')}>
      {calls.map((call) => (
        <li key={call.id}>
          <span className="usage-of-user-model">{call.model_name}</span>
          <span className="tg-number">{quota(call.quota)}</span>
          <small className="tg-muted">
            <TimeAgo at={call.created_at} />
          </small>
        </li>
      ))}
    </ul>
  );
}
