import { call } from '@tollgate/api-client';
import { sendEmailCode } from '@tollgate/contract';
import { Button, useToast } from '@tollgate/ui/core';
import { useState } from 'react';
import { Field } from '../entry/field.tsx';
import { RESEND_SECONDS, useCountdown } from '../entry/use-countdown.ts';
import type { useEntryForm } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';
import type { HumanCheck } from '../widgets/use-human-check.tsx';

interface Props {
  entry: ReturnType<typeof useEntryForm>;
  human: HumanCheck;
}

/** An address, and its verification code. */
export function EmailFields({ entry, human }: Props) {
  const { t } = useEntryText();
  const toast = useToast();
  const { secondsLeft, start } = useCountdown();
  const [isSending, setSending] = useState(false);

  async function sendCode() {
    const { email } = entry.values();
    if (!email) return entry.refuse({ field: 'email', sentence: t('register.email-required') });
    const wait = human.problem();
    if (wait) return entry.refuse(wait);
    setSending(true);
    const isSent = await entry.attempt(() =>
      call(sendEmailCode, { email, ...(human.token && { turnstile: human.token }) }),
    );
    setSending(false);
    human.renew();
    if (!isSent) return;
    start(RESEND_SECONDS);
    toast.success(t('register.code-sent'));
    entry.focus('code'); // the button is disabled for a while and would lose the focus
  }

  return (
    <>
      <Field
        label={t('register.email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        problem={entry.problemOf('email')}
        end={
          <Button
            className="sh-field-button"
            loading={isSending}
            disabled={secondsLeft > 0}
            onClick={() => void sendCode()}
          >
            {secondsLeft > 0 ? t('entry.again-in', { seconds: secondsLeft }) : t('register.send-code')}
          </Button>
        }
      />
      <Field
        label={t('register.code')}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={64}
        problem={entry.problemOf('code')}
      />
    </>
  );
}
