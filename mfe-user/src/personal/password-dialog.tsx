import { useArea } from '@tollgate/console-sdk';
import { Form, FormDialog, type FormInstance, SecretField } from '@tollgate/ui/form';
import { Link } from '@tollgate/ui/router';
import { useTranslation } from 'react-i18next';
import { useUpdateSelf } from './personal.data.ts';

interface PasswordForm {
  /** Empty when the account has no password yet. */
  original_password: string;
  password: string;
  again: string;
}

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const { links } = useArea();
  const update = useUpdateSelf();
  return (
    <FormDialog<PasswordForm>
      title={t('personal.password.open')}
      submitText={t('personal.password.submit')}
      done={t('personal.password.done')}
      initial={{ original_password: '', password: '', again: '' }}
      onSubmit={({ original_password, password }) =>
        update({ password, ...(original_password && { original_password }) })
      }
      onClose={onClose}
    >
      {(form: FormInstance<PasswordForm>) => (
        <>
          <Form.Item
            field="original_password"
            label={t('personal.password.current')}
            extra={t('personal.password.current-hint')}
          >
            <SecretField autoComplete="current-password" />
          </Form.Item>
          <Form.Item
            field="password"
            label={t('personal.password.new')}
            rules={[{ required: true, minLength: 8, maxLength: 128, message: t('personal.password.length') }]}
          >
            <SecretField placeholder={t('personal.password.placeholder')} />
          </Form.Item>
          <Form.Item
            field="again"
            label={t('personal.password.again')}
            rules={[
              {
                validator: (again: string | undefined, answer) => {
                  if (!again) answer(t('personal.password.again-required'));
                  else if (again !== form.getFieldValue('password')) answer(t('personal.password.differ'));
                  else answer();
                },
              },
            ]}
          >
            <SecretField />
          </Form.Item>
          <p className="personal-note tg-muted">
            {t('personal.password.ends')}{' '}
            <Link to={links.to('user.tokens')}>{t('personal.password.tokens')}</Link>
          </p>
        </>
      )}
    </FormDialog>
  );
}
