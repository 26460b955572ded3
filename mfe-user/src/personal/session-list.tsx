import type { UserSession } from '@tollgate/contract';
import { Button, browserName, ErrorState, Skeleton, TimeAgo, useToast } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { useEndOtherSessions, useEndSession, useSessions } from './personal.data.ts';

/** The user's sessions, with a logout for each. */
export function SessionList() {
  const { t } = useTranslation('area.user');
  const attempt = useAttempt();
  const { data: sessions, error, mutate } = useSessions();
  const endOthers = useEndOtherSessions();
  const others = sessions?.filter(({ current }) => !current).length ?? 0;
  return (
    <section className="personal-sessions" aria-label={t('personal.sessions.title')}>
      <div className="personal-panel-head">
        <h3>{t('personal.sessions.title')}</h3>
        <Button
          size="small"
          disabled={others === 0}
          loading={endOthers.pending}
          onClick={() => void attempt(() => endOthers.run({}), t('personal.sessions.others-ended'))}
        >
          {t('personal.sessions.end-others')}
        </Button>
      </div>
      {error && !sessions && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!sessions && !error && <Skeleton animation text={{ rows: 3 }} />}
      <ul className="personal-rows">
        {sessions?.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </section>
  );
}

function Session({ session: { id, ip, user_agent, last_seen_at, current } }: { session: UserSession }) {
  const { t } = useTranslation('area.user');
  const attempt = useAttempt();
  const { run } = useEndSession();
  const name = browserName(user_agent) ?? t('personal.sessions.unknown');
  return (
    <li>
      <span className="personal-row-words">
        <strong title={user_agent}>{name}</strong>
        <span className="tg-muted">
          <span className="tg-mono">{ip}</span>
          {' · '}
          {current ? t('personal.sessions.current') : <TimeAgo at={last_seen_at} />}
        </span>
      </span>
      {!current && (
        <Button
          size="small"
          aria-label={t('personal.sessions.end-named', { name, ip })}
          onClick={() => void attempt(() => run({ id }), t('personal.sessions.ended'))}
        >
          {t('personal.sessions.end')}
        </Button>
      )}
    </li>
  );
}

function useAttempt() {
  const toast = useToast();
  return async (work: () => Promise<unknown>, done: string) => {
    try {
      await work();
      toast.success(done);
    } catch (error) {
      toast.error(error);
    }
  };
}
