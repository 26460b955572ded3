import { Button, WidgetFrame, type WidgetMessage } from '@tollgate/ui/core';
import { type ReactNode, useState } from 'react';
import { useStatus } from '../../status/status-context.ts';
import type { Problem } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';

export interface HumanCheck {
  /** For the call; there is none where the check is off. */
  token: string | undefined;
  /** What keeps a call from being made yet. */
  problem: () => Problem | undefined;
  /** A token is good for one call: this asks for the next. */
  renew: () => void;
  /** The widget, for the form; nothing where the check is off. */
  widget: ReactNode;
}

/** Turnstile, where the site asks for it. */
export function useHumanCheck(): HumanCheck {
  const { t } = useEntryText();
  const { turnstile_check: isOn } = useStatus();
  const [token, setToken] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const [round, setRound] = useState(0);

  function renew() {
    setToken(undefined);
    setBroken(false);
    setRound((count) => count + 1);
  }

  function hear({ kind, token: sent }: WidgetMessage) {
    setToken(kind === 'token' && typeof sent === 'string' ? sent : undefined);
    setBroken(kind === 'error');
  }

  if (!isOn) return { token: undefined, problem: () => undefined, renew: () => {}, widget: null };
  return {
    token,
    problem: () => (token ? undefined : { sentence: t('entry.human-check-wait') }),
    renew,
    widget: (
      <div className="sh-human-check">
        {isBroken ? (
          <p className="sh-problem" role="alert">
            {t('entry.human-check-broken')}{' '}
            <Button size="mini" onClick={renew}>
              {t('entry.retry')}
            </Button>
          </p>
        ) : (
          <WidgetFrame
            key={round}
            path="/embed/turnstile"
            title={t('entry.human-check')}
            heightPx={70}
            onMessage={hear}
          />
        )}
      </div>
    ),
  };
}
