import type { LimitRuleDraft, LimitSimulation } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Alert, Button, useFormat } from '@tollgate/ui/core';
import { IconHistory } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSimulation } from './limits.data.ts';

interface Result {
  /** The rule that it is about, as text. */
  of: string;
  simulation?: LimitSimulation;
  error?: unknown;
}

/** Tries the rule of a form on the calls of the last days, and says what it would have rejected. */
export function Simulation({ draft }: { draft: LimitRuleDraft }) {
  const { t } = useTranslation('area.user');
  const errorMessage = useErrorMessage();
  const { simulate, pending } = useSimulation();
  const [result, setResult] = useState<Result>();
  const { scope, scope_id, models, resource, amount, window, time_zone } = draft;
  const of = JSON.stringify([scope, scope_id, models, resource, amount, window, time_zone]);
  if (scope === 'channel_key') return null; // The log does not say which key served a call.

  async function start() {
    setResult(undefined);
    await simulate(draft).then(
      (simulation) => setResult({ of, simulation }),
      (error: unknown) => setResult({ of, error }),
    );
  }

  const isShown = result?.of === of;
  return (
    <div className="limits-simulation">
      <Button icon={<IconHistory />} loading={pending} onClick={start}>
        {t('limits.try.start')}
      </Button>
      {isShown && result.simulation && <Outcome {...result.simulation} />}
      {isShown && result.error !== undefined && <Alert type="warning" content={errorMessage(result.error)} />}
    </div>
  );
}

/** What a rule would have rejected, in one sentence. */
export function Outcome({ since, is_whole, calls, refused, users, top }: LimitSimulation) {
  const { t } = useTranslation('area.user');
  const format = useFormat();
  const span = is_whole ? t('limits.try.week') : t('limits.try.since', { time: format.time(since) });
  const all = t('limits.try.calls', { count: calls, value: format.number(calls) });
  if (calls === 0) return <p role="status">{t('limits.try.none', { span })}</p>;
  if (refused === 0) return <p role="status">{t('limits.try.no-refusals', { all, span })}</p>;
  const names = top.map(({ user_id, username, refused: count }) =>
    t('limits.try.user', { name: username || `#${user_id}`, value: format.number(count) }),
  );
  return (
    <div role="status">
      <p>
        {t('limits.try.refused', {
          refused: t('limits.try.calls', { count: refused, value: format.number(refused) }),
          users: t('limits.try.users', { count: users, value: format.number(users) }),
          all,
          span,
        })}
      </p>
      <p className="tg-muted">{names.join(t('limits.try.separator'))}</p>
    </div>
  );
}
