import { callField, useErrorMessage } from '@tollgate/i18n';
import { Button, useHumanCheck, useToast } from '@tollgate/ui/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSendEmailCode, useSite } from './personal.data.ts';

interface Props {
  /** Returns the typed address; rejects when there is none. */
  readAddress: () => Promise<string | undefined>;
  onRefused: (sentence: string) => void;
}

const PAUSE_SECONDS = 30;

/** Mails a code, then waits half a minute before the next. */
export function SendCodeButton({ readAddress, onRefused }: Props) {
  const { t } = useTranslation('area.user');
  const toast = useToast();
  const errorMessage = useErrorMessage();
  const check = useHumanCheck(useSite()?.turnstile_check ?? false);
  const { run, pending } = useSendEmailCode();
  const [waiting, setWaiting] = useCountdown();

  async function send() {
    const email = await readAddress().catch(() => undefined);
    if (!email) return; // the field shows why
    try {
      await run({ email, ...(check.token && { turnstile: check.token }) });
      setWaiting(PAUSE_SECONDS);
      toast.success(t('personal.email.sent'));
    } catch (error) {
      onRefused(errorMessage(callField(error, t('personal.email.address'))));
    } finally {
      check.renew();
    }
  }

  return (
    <div className="personal-send-code">
      {check.widget}
      <Button loading={pending} disabled={waiting > 0 || check.isWaiting} onClick={() => void send()}>
        {waiting > 0 ? t('personal.email.again', { seconds: waiting }) : t('personal.email.send')}
      </Button>
    </div>
  );
}

/** Counts down to zero, once a second. */
function useCountdown(): [seconds: number, start: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds === 0) return;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}
