import { Form, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

/** Proof that whoever sets the gateway up from another machine may. */
export function TokenField() {
  const { t } = useTranslation('area.admin-settings');
  return (
    <section className="setup-section">
      <h2>{t('setup.token.heading')}</h2>
      <Form.Item
        field="setup_token"
        label={t('setup.token.label')}
        extra={t('setup.token.hint')}
        rules={[{ required: true, match: /\S/, message: t('setup.token.required') }]}
      >
        <Input className="setup-token" autoComplete="off" spellCheck={false} />
      </Form.Item>
    </section>
  );
}
