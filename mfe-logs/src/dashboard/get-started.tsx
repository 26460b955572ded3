import { useArea } from '@tollgate/console-sdk';
import { Button } from '@tollgate/ui/core';
import { IconCheckCircleFill, IconClose } from '@tollgate/ui/icons';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOG_SEEN } from '../shared/log-seen.ts';
import { useFirstSteps } from './dashboard.data.ts';
import './get-started.css';

const HIDDEN = 'get-started-hidden';

/** The way to a first request: what is done is ticked by what the gateway knows. Gone once everything is done. */
export function GetStarted() {
  const { t } = useTranslation('area.logs');
  const { links, storage } = useArea();
  const [isHidden, setHidden] = useState(() => storage.get(HIDDEN) !== null);
  const { data: done } = useFirstSteps(!isHidden);
  if (isHidden || !done) return null;

  const targets = {
    channel: links.to('admin-channels.add'),
    tested: links.to('admin-channels.channels'),
    token: links.to('user.tokens', { create: '1' }),
    request: links.to('user.tokens'),
    log: links.to('logs.usage'),
  };
  const steps = stepsOf({ ...done, log: storage.get(LOG_SEEN) !== null });
  const next = steps.find(({ isDone }) => !isDone)?.id;
  if (next === undefined) return null;

  return (
    <section className="get-started" aria-labelledby="get-started-title">
      <header>
        <h2 id="get-started-title">{t('get-started.title')}</h2>
        <Button
          type="text"
          icon={<IconClose />}
          aria-label={t('get-started.hide')}
          onClick={() => {
            storage.set(HIDDEN, '1');
            setHidden(true);
          }}
        />
      </header>
      <ol>
        {steps.map(({ id, isDone }, index) => (
          <li key={id} className={isDone ? 'get-started-done' : undefined}>
            <span className="get-started-mark" aria-hidden>
              {isDone ? <IconCheckCircleFill /> : index + 1}
            </span>
            <span className="get-started-words">
              {isDone ? (
                <span>{t(`get-started.${id}.title`)}</span>
              ) : (
                <Link className={id === next ? 'get-started-next' : undefined} to={targets[id]}>
                  {t(`get-started.${id}.title`)}
                </Link>
              )}
              <small>{isDone ? t('get-started.done') : t(`get-started.${id}.hint`)}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type StepId = 'channel' | 'tested' | 'token' | 'request' | 'log';

/** Steps of the site are absent for users. */
function stepsOf(done: Partial<Record<StepId, boolean>>): { id: StepId; isDone: boolean }[] {
  const ids: StepId[] = ['channel', 'tested', 'token', 'request', 'log'];
  return ids.filter((id) => done[id] !== undefined).map((id) => ({ id, isDone: done[id] === true }));
}
