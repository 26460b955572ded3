import { Button } from '@arco-design/web-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WidgetFrame, type WidgetMessage } from './widget-frame.tsx';

export interface HumanCheck {
  /** Token for the call; undefined when the check is off. */
  token: string | undefined;
  /** The check is on and has no result yet. */
  isWaiting: boolean;
  /** A token is valid for one call: this requests the next one. */
  renew: () => void;
  /** The widget for the form; empty when the check is off. */
  widget: ReactNode;
}

/** Turnstile, when the site requires it (`isOn`) before an anonymous call or one that sends a mail. */
export function useHumanCheck(isOn: boolean): HumanCheck {
  const { t } = useTranslation('common');
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

  if (!isOn) return { token: undefined, isWaiting: false, renew, widget: null };
  return {
    token,
    isWaiting: !token,
    renew,
    widget: (
      <div className="tg-human-check">
        {isBroken ? (
          <p role="alert">
            {t('human-check.broken')}{' '}
            <Button size="mini" onClick={renew}>
              {t('action.retry')}
            </Button>
          </p>
        ) : (
          <WidgetFrame
            key={round}
            path="/embed/turnstile"
            title={t('human-check.title')}
            heightPx={70}
            onMessage={hear}
          />
        )}
      </div>
    ),
  };
}
