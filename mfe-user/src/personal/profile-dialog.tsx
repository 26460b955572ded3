import type { User } from '@tollgate/contract';
import { Form, FormDialog, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useUpdateSelf } from './personal.data.ts';

type Names = Pick<User, 'username' | 'display_name'>;

/** The user's names. An unchanged one is not sent: names from sign-in providers may exceed the limits of the form. */
export function ProfileDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const update = useUpdateSelf();
  const { username, display_name } = user;
  const required = (message: string) => ({ required: true, match: /\S/, message });

  function submit(names: Names) {
    const [name, shown] = [names.username.trim(), names.display_name.trim()];
    return update({
      ...(name !== username && { username: name }),
      ...(shown !== display_name && { display_name: shown }),
    });
  }

  return (
    <FormDialog<Names>
      title={t('personal.profile.edit')}
      submitText={t('personal.profile.save')}
      done={t('personal.profile.saved')}
      initial={{ username, display_name }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        field="username"
        label={t('personal.profile.username')}
        extra={t('personal.profile.username-hint')}
        rules={[required(t('personal.profile.username-required'))]}
      >
        <Input autoComplete="username" />
      </Form.Item>
      <Form.Item
        field="display_name"
        label={t('personal.profile.display-name')}
        extra={t('personal.profile.display-name-hint')}
        rules={[
          { maxLength: 20, message: t('personal.profile.display-name-too-long') },
          ...(display_name ? [required(t('personal.profile.display-name-required'))] : []),
        ]}
      >
        <Input autoComplete="nickname" />
      </Form.Item>
    </FormDialog>
  );
}
