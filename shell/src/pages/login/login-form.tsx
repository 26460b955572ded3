import { call } from '@tollgate/api-client';
import { login } from '@tollgate/contract';
import { useToast } from '@tollgate/ui/core';
import { warnOfDefaultPassword } from '../../session/default-password.ts';
import { signIn } from '../../session/session.ts';
import { Field } from '../entry/field.tsx';
import { FormEnd } from '../entry/form-end.tsx';
import { PasswordField } from '../entry/password-field.tsx';
import { useEntryForm, type Values } from '../entry/use-entry-form.ts';
import { useEntryText } from '../entry/use-entry-text.ts';
import { useHumanCheck } from '../widgets/use-human-check.tsx';

/** User name or e-mail, and password. */
export function LoginForm() {
  const { t } = useEntryText();
  const toast = useToast();
  const human = useHumanCheck();
  const { form, pending, problem, problemOf } = useEntryForm({ check, send });

  function check({ username, password }: Values) {
    const field = username ? 'password' : 'username';
    if (!username || !password) return { field, sentence: t('login.both-required') };
    return human.problem();
  }

  async function send({ username = '', password = '' }: Values) {
    try {
      const user = await call(login, { username, password, ...(human.token && { turnstile: human.token }) });
      warnOfDefaultPassword({ username, password });
      toast.success(t('login.done'));
      signIn(user);
    } catch (error) {
      human.renew();
      throw error;
    }
  }

  return (
    <form {...form}>
      <Field
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        problem={problemOf('username')}
      />
      <PasswordField
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        maxLength={256}
        problem={problemOf('password')}
      />
      {human.widget}
      <FormEnd problem={problem} pending={pending}>
        {t('login.submit')}
      </FormEnd>
    </form>
  );
}
