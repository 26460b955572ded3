import { Form, Input } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Address of this browser that needs no code; empty when it is on another machine. */
  localUrl: string;
}

/** The code that authorizes a setup by another name than a loopback one. */
export function TokenField({ localUrl }: Props) {
  const { t } = useTranslation('area.admin-settings');
  return (
    <section className="setup-section">
      <h2>{t('setup.token.heading')}</h2>
      {localUrl !== '' && (
        <p>
          {t('setup.token.local')} <a href={`${localUrl}/setup`}>{localUrl}</a>
        </p>
      )}
      <Form.Item
        className="setup-item"
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
