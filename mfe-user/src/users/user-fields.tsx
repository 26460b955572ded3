import type { User } from '@tollgate/contract';
import { Form, Input, SecretField, Select } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { QuotaField } from './quota-field.tsx';
import { useUserRules } from './use-user-rules.ts';
import { useGroupNames } from './users.data.ts';

/** Fields have the names of the console API, so that an error finds its field. */
export interface UserForm {
  username: string;
  display_name: string;
  /** Blank keeps the old one. */
  password: string;
  group: string;
  /** Quota units. */
  quota: number;
}

export function UserFields({ user }: { user: User }) {
  const { t } = useTranslation('area.user');
  const rules = useUserRules();
  const groups = useGroupNames();
  return (
    <>
      <Form.Item field="username" label={t('users.field.username')} rules={rules.name}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        field="password"
        label={t('users.field.password')}
        extra={t('users.form.new-password-hint')}
        rules={rules.password}
      >
        <SecretField placeholder={t('users.form.new-password-placeholder')} />
      </Form.Item>
      <Form.Item
        field="display_name"
        label={t('users.field.display-name')}
        rules={user.display_name ? rules.displayName : rules.newDisplayName}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item field="group" label={t('users.field.group')} extra={t('users.form.group-hint')}>
        <Select showSearch loading={groups.isLoading} options={groups.data ?? [user.group]} />
      </Form.Item>
      <Form.Item field="quota" label={t('users.field.quota')} rules={rules.quota}>
        <QuotaField shown={user.quota} />
      </Form.Item>
    </>
  );
}
