import { LEAST_QUOTA, type RulesProps, useQuotaRule, useReadableRule } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

type Field = 'quota' | 'newName' | 'name' | 'newDisplayName' | 'displayName' | 'newPassword' | 'password';

/** Form rules of a user. Names from sign-in providers may exceed the limits of the form. */
export function useUserRules(): Record<Field, RulesProps[]> {
  const { t } = useTranslation('area.user');
  const required = (message: string): RulesProps => ({ required: true, match: /\S/, message });
  const long: RulesProps = { minLength: 8, maxLength: 128, message: t('users.form.password-length') };
  const shortName: RulesProps = { maxLength: 20, message: t('users.form.display-name-too-long') };
  const readableRule = useReadableRule();
  const quotaRule = useQuotaRule({ min: LEAST_QUOTA });
  return {
    quota: [
      readableRule,
      { required: true, type: 'number', message: t('users.form.quota-required') },
      quotaRule,
    ],
    newName: [
      required(t('users.form.both-required')),
      { maxLength: 12, message: t('users.form.username-too-long') },
    ],
    name: [required(t('users.form.username-required'))],
    newDisplayName: [shortName],
    displayName: [required(t('users.form.display-name-required')), shortName],
    newPassword: [required(t('users.form.both-required')), long],
    password: [long],
  };
}
