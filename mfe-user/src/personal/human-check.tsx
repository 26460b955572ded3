import { Button, WidgetFrame } from '@tollgate/ui/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from './personal.data.ts';

interface HumanCheck {
  /** For the call; nothing where the check is off. */
  turnstile: { turnstile?: string };
  /** The check is on and has no answer yet. */
  isWaiting: boolean;
  /** An answer is good for one call: this asks for the next. */
  renew: () => void;
  widget: ReactNode;
}

/** Turnstile, where the site asks for it before it sends a mail. */
export function useHumanCheck(): HumanCheck {
  const { t } = useTranslation('area.user');
  const isOn = useSite()?.turnstile_check ?? false;
  const [token, setToken] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const [round, setRound] = useState(0);

  function renew() {
    setToken(undefined);
    setBroken(false);
    setRound((count) => count + 1);
  }

  if (!isOn) return { turnstile: {}, isWaiting: false, renew, widget: null };
  return {
    turnstile: token ? { turnstile: token } : {},
    isWaiting: !token,
    renew,
    widget: isBroken ? (
      <p role="alert">
        {t('personal.human-check.broken')}{' '}
        <Button size="mini" onClick={renew}>
          {t('common:action.retry')}
        </Button>
      </p>
    ) : (
      <WidgetFrame
        key={round}
        path="/embed/turnstile"
        title={t('personal.human-check.title')}
        heightPx={70}
        onMessage={({ kind, token: sent }) => {
          setToken(kind === 'token' && typeof sent === 'string' ? sent : undefined);
          setBroken(kind === 'error');
        }}
      />
    ),
  };
}
