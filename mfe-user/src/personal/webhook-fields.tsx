import { Form, Input, SecretField } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

/** Where warnings are posted, and the secret that authenticates them. */
export function WebhookFields({ hasSecret }: { hasSecret: boolean }) {
  const { t } = useTranslation('area.user');
  return (
    <>
      <Form.Item
        field="webhook_url"
        label={t('personal.webhook.url')}
        extra={t('personal.webhook.url-hint')}
        rules={[{ required: true, match: /\S/, message: t('personal.webhook.url-required') }]}
      >
        <Input type="url" placeholder="https://hooks.example.com/tollgate" spellCheck={false} />
      </Form.Item>
      <Form.Item
        field="webhook_secret"
        label={t('personal.webhook.secret')}
        extra={t('personal.webhook.secret-hint')}
      >
        <SecretField stored={hasSecret} />
      </Form.Item>
      <details className="personal-help">
        <summary>{t('personal.webhook.help')}</summary>
        <p>{t('personal.webhook.help-body')}</p>
        <pre>{example}</pre>
        <p>{t('personal.webhook.help-signature')}</p>
      </details>
    </>
  );
}

const example = `{
  "type": "quota_warning",
  "username": "ada",
  "quota": 95000,
  "threshold": 100000,
  "timestamp": 1767225600
}`;
