import { Form, FormDialog, type FormInstance, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useBindEmail } from './personal.data.ts';
import { SendCodeButton } from './send-code-button.tsx';

interface EmailForm {
  email: string;
  code: string;
}

/** An address, and the code that was mailed to it. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const bind = useBindEmail();
  const required = (message: string) => [{ required: true, match: /\S/, message }];
  return (
    <FormDialog<EmailForm>
      title={t('personal.email.title')}
      submitText={t('personal.email.submit')}
      done={t('personal.email.done')}
      initial={{ email: '', code: '' }}
      onSubmit={({ email, code }) => bind({ email: email.trim(), code: code.trim() })}
      onClose={onClose}
    >
      {(form: FormInstance<EmailForm>) => (
        <>
          <Form.Item
            field="email"
            label={t('personal.email.address')}
            rules={[...required(t('personal.email.address-required')), { maxLength: 254 }]}
          >
            <Input type="email" autoComplete="email" />
          </Form.Item>
          <SendCodeButton
            readAddress={async () => (await form.validate(['email'])).email?.trim()}
            onRefused={(message) => form.setFields({ email: { error: { message } } })}
          />
          <Form.Item
            field="code"
            label={t('personal.email.code')}
            rules={[...required(t('personal.email.code-required')), { maxLength: 64 }]}
          >
            <Input autoComplete="one-time-code" />
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}
