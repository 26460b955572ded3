import { Form, type FormInstance, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from './password-input.tsx';
import type { SetupForm } from './setup-draft.ts';
import { useAccountRules } from './use-account-rules.ts';

/** The first account. It may do everything, so its password is entered twice. */
export function AccountFields({ form }: { form: FormInstance<SetupForm> }) {
  const { t } = useTranslation('area.admin-settings');
  const rules = useAccountRules(form);
  return (
    <section className="setup-section">
      <h2>{t('setup.account.heading')}</h2>
      <Form.Item
        className="setup-item"
        field="username"
        label={t('setup.account.username')}
        extra={t('setup.account.hint')}
        rules={rules.username}
      >
        <Input autoComplete="username" autoCapitalize="none" spellCheck={false} />
      </Form.Item>
      <Form.Item
        className="setup-item"
        field="password"
        label={t('setup.account.password')}
        extra={t('setup.account.password-hint')}
        rules={rules.password}
      >
        <PasswordInput />
      </Form.Item>
      <Form.Item
        className="setup-item"
        field="confirmPassword"
        label={t('setup.account.confirm')}
        rules={rules.confirmPassword}
      >
        <PasswordInput />
      </Form.Item>
    </section>
  );
}
