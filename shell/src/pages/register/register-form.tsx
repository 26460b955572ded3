import { ApiError, call } from '@tollgate/api-client';
import { register } from '@tollgate/contract';
import { useToast } from '@tollgate/ui/core';
import { useNavigate } from '@tollgate/ui/router';
import { useStatus } from '../../status/status-context.ts';
import { Field } from '../entry/field.tsx';
import { FormEnd } from '../entry/form-end.tsx';
import { forgetInviteCode, readInviteCode } from '../entry/invite-code.ts';
import { PasswordField } from '../entry/password-field.tsx';
import { useEntryForm, type Values } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';
import { useHumanCheck } from '../widgets/use-human-check.tsx';
import { checkRegistration } from './check-registration.ts';
import { EmailFields } from './email-fields.tsx';

/** Name and password, and a verified e-mail address when the site requires one. Ends at the login page. */
export function RegisterForm() {
  const { t } = useEntryText();
  const toast = useToast();
  const navigate = useNavigate();
  const { email_verification: asksForEmail } = useStatus();
  const human = useHumanCheck();
  const entry = useEntryForm({
    check: (values) => checkRegistration(values, { asksForEmail }, t) ?? human.problem(),
    send,
  });

  async function send({ confirm, code, ...values }: Values) {
    const aff = readInviteCode();
    try {
      await call(register, {
        ...(values as { username: string; password: string }),
        password2: confirm,
        ...(asksForEmail && { verification_code: code }),
        ...(aff && { aff_code: aff }),
        ...(human.token && { turnstile: human.token }),
      });
    } catch (error) {
      human.renew();
      const mayExist = error instanceof ApiError && error.code === 'network' && navigator.onLine !== false;
      throw mayExist ? { code: 'unsure', message: t('register.unsure') } : error;
    }
    forgetInviteCode();
    toast.success(t('register.done'));
    navigate('/login');
  }

  return (
    <form {...entry.form}>
      <Field
        label={t('register.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('register.username-hint')}
        problem={entry.problemOf('username')}
      />
      <PasswordField
        label={t('register.password')}
        name="password"
        autoComplete="new-password"
        placeholder={t('register.password-hint')}
        problem={entry.problemOf('password')}
      />
      <PasswordField
        label={t('register.confirm')}
        name="confirm"
        autoComplete="new-password"
        problem={entry.problemOf('confirm')}
      />
      {asksForEmail && <EmailFields entry={entry} human={human} />}
      {human.widget}
      <FormEnd problem={entry.problem} pending={entry.pending}>
        {t('register.submit')}
      </FormEnd>
    </form>
  );
}
