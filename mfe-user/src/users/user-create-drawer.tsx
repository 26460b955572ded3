import type { createUser, Input as Draft } from '@tollgate/contract';
import { Form, FormDrawer, Input, SecretField } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useUserRules } from './use-user-rules.ts';
import { useCreateUser } from './users.data.ts';

type NewUser = Draft<typeof createUser>;

export function UserCreateDrawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const create = useCreateUser();
  const rules = useUserRules();
  return (
    <FormDrawer<NewUser>
      title={t('users.add')}
      submitText={t('users.create')}
      done={t('users.created')}
      initial={{ username: '', display_name: '', password: '' }}
      onSubmit={({ username, display_name, password }) =>
        create({
          username: username.trim(),
          password,
          ...(display_name && { display_name: display_name.trim() }),
        })
      }
      onClose={onClose}
    >
      <Form.Item
        field="username"
        label={t('users.field.username')}
        extra={t('users.form.username-hint')}
        rules={rules.newName}
      >
        <Input autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        field="display_name"
        label={t('users.field.display-name')}
        extra={t('users.form.display-name-hint')}
        rules={rules.newDisplayName}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        field="password"
        label={t('users.field.password')}
        extra={t('users.form.password-hint')}
        rules={rules.newPassword}
      >
        <SecretField placeholder={t('users.form.password-placeholder')} />
      </Form.Item>
    </FormDrawer>
  );
}
