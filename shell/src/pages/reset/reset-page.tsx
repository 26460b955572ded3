import { call } from '@tollgate/api-client';
import { requestPasswordReset } from '@tollgate/contract';
import { Alert } from '@tollgate/ui/core';
import { Link } from '@tollgate/ui/router';
import { useState } from 'react';
import { useStatus } from '../../status/status-context.ts';
import { EntryCard } from '../entry/entry-card.tsx';
import { Field } from '../entry/field.tsx';
import { FormEnd } from '../entry/form-end.tsx';
import { RESEND_SECONDS, useCountdown } from '../entry/use-countdown.ts';
import { useEntryForm } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';
import { useHumanCheck } from '../widgets/use-human-check.tsx';

/** A new password: by a mail with a link, or from an administrator where the site sends no mail. */
export function ResetPage() {
  const { mail_enabled: hasMail } = useStatus();
  return hasMail ? <ResetByMail /> : <ResetByAdmin />;
}

function ResetByAdmin() {
  const { t } = useEntryText();
  return (
    <EntryCard
      heading={t('reset.heading')}
      lead={t('reset.no-mail')}
      foot={<Link to="/login">{t('reset.to-login')}</Link>}
    >
      <p className="sh-hint">
        {t('reset.for-admins')}
        <br />
        <code>{COMMAND}</code>
      </p>
    </EntryCard>
  );
}

const COMMAND = 'tollgate password USERNAME';

function ResetByMail() {
  const { t } = useEntryText();
  const human = useHumanCheck();
  const { secondsLeft, start } = useCountdown();
  const [sentTo, setSentTo] = useState<string>();
  const { form, pending, problem, problemOf } = useEntryForm({
    check: ({ email }) => (email ? human.problem() : { field: 'email', sentence: t('reset.email-required') }),
    async send({ email = '' }) {
      try {
        await call(requestPasswordReset, { email, ...(human.token && { turnstile: human.token }) });
      } finally {
        human.renew();
      }
      setSentTo(email);
      start(RESEND_SECONDS);
    },
  });

  return (
    <EntryCard
      heading={t('reset.heading')}
      lead={t('reset.lead')}
      foot={<Link to="/login">{t('reset.to-login')}</Link>}
    >
      {sentTo && <Alert type="success" content={t('reset.sent', { email: sentTo })} />}
      <form {...form}>
        <Field
          label={t('reset.email')}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={254}
          problem={problemOf('email')}
        />
        {human.widget}
        <FormEnd problem={problem} pending={pending} disabled={secondsLeft > 0}>
          {secondsLeft > 0 ? t('entry.again-in', { seconds: secondsLeft }) : t('reset.submit')}
        </FormEnd>
      </form>
    </EntryCard>
  );
}
