import { Form, FormDialog, type FormInstance, Input } from '@tollgate/ui/form';
import { type ComponentRef, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useBindEmail } from './personal.data.ts';
import { SendCodeButton } from './send-code-button.tsx';

interface EmailForm {
  email: string;
  code: string;
}

/** An address, and its mailed code. */
export function EmailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('area.user');
  const bind = useBindEmail();
  const address = useRef<ComponentRef<typeof Input>>(null);
  async function readAddress(form: FormInstance<EmailForm>) {
    try {
      return (await form.validate(['email'])).email?.trim();
    } catch (error) {
      address.current?.focus();
      throw error;
    }
  }

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
            <Input ref={address} type="email" autoComplete="email" />
          </Form.Item>
          <SendCodeButton
            readAddress={() => readAddress(form)}
            onRefused={(message) => {
              form.setFields({ email: { error: { message } } });
              address.current?.focus();
            }}
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
