import { useAction, useData } from '@tollgate/api-client';
import { endOtherSessions, endSession, listSessions } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button, browserName, Skeleton, TimeAgo, useToast } from '@tollgate/ui/core';
import { Dialog } from '../dialog.tsx';
import { useSessionText } from './use-session-text.ts';
import './sessions.css';

/** Sessions of the user, with a logout for each. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useSessionText();
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const { data: sessions, error, mutate } = useData(listSessions, {});
  const end = useAction(endSession, { refresh: [listSessions] });
  const endOthers = useAction(endOtherSessions, { refresh: [listSessions] });
  const others = sessions?.filter(({ current }) => !current).length ?? 0;

  async function attempt(work: () => Promise<unknown>, done: string) {
    try {
      await work();
      toast.success(done);
    } catch (failure) {
      toast.error(failure);
    }
  }

  return (
    <Dialog
      title={t('sessions.title')}
      onClose={onClose}
      isWide
      actions={
        <Button
          disabled={others === 0}
          loading={endOthers.pending}
          onClick={() => void attempt(() => endOthers.run({}), t('sessions.others-ended'))}
        >
          {t('sessions.end-others')}
        </Button>
      }
    >
      {error && (
        <p className="sh-problem" role="alert">
          {errorMessage(error)}{' '}
          <Button size="mini" onClick={() => void mutate()}>
            {t('shell:status.retry')}
          </Button>
        </p>
      )}
      {!sessions && !error && <Skeleton animation text={{ rows: 3 }} />}
      <ul className="sh-sessions">
        {sessions?.map(({ id, ip, user_agent: agent, last_seen_at: seenAt, current }) => (
          <li key={id}>
            <div className="sh-session-words">
              <strong title={agent}>{browserName(agent) ?? t('sessions.unknown')}</strong>
              <span className="sh-session-facts">
                <span className="tg-mono">{ip}</span>
                {current ? t('sessions.current') : <TimeAgo at={seenAt} />}
              </span>
            </div>
            {!current && (
              <Button
                size="small"
                aria-label={t('sessions.end-named', {
                  name: browserName(agent) ?? t('sessions.unknown'),
                  ip,
                })}
                onClick={() => void attempt(() => end.run({ id }), t('sessions.ended'))}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
