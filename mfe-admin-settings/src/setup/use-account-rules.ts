import type { FormInstance, RulesProps } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { MAX_PASSWORD, MAX_USERNAME, MIN_PASSWORD, type SetupForm } from './setup-draft.ts';

type Field = 'username' | 'password' | 'confirmPassword';

/** Form rules of the first account. The server checks the same. */
export function useAccountRules(form: FormInstance<SetupForm>): Record<Field, RulesProps[]> {
  const { t } = useTranslation('area.admin-settings');
  return {
    username: [
      {
        validator(name: string | undefined, answer) {
          const length = name?.trim().length ?? 0;
          if (length === 0) answer(t('setup.account.username-required'));
          else if (length > MAX_USERNAME) answer(t('setup.account.username-long', { max: MAX_USERNAME }));
          else answer();
        },
      },
    ],
    password: [
      {
        validator(password: string | undefined, answer) {
          const length = password?.length ?? 0;
          if (length < MIN_PASSWORD) answer(t('setup.account.password-short'));
          else if (length > MAX_PASSWORD) answer(t('setup.account.password-long', { max: MAX_PASSWORD }));
          else answer();
        },
      },
    ],
    confirmPassword: [
      {
        validator(again: string | undefined, answer) {
          const differs = (again ?? '') !== (form.getFieldValue('password') ?? '');
          answer(differs ? t('setup.account.differ') : undefined);
        },
      },
    ],
  };
}
