import { DateTimePicker, Form, FormDialog, Input, NEVER } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { useNewAccessToken } from './personal.data.ts';

interface TokenForm {
  name: string;
  /** Unix seconds; `NEVER`. */
  expires_at: number | undefined;
}

interface Props {
  /** An existing token will be replaced. */
  isReplacing: boolean;
  onCreated: (token: string) => Promise<void>;
  onClose: () => void;
}

/** Form for the name and expiry of a new system access token. */
export function AccessTokenDialog({ isReplacing, onCreated, onClose }: Props) {
  const { t } = useTranslation('area.user');
  const create = useNewAccessToken();
  return (
    <FormDialog<TokenForm>
      title={t(isReplacing ? 'personal.token.replace' : 'personal.token.create')}
      submitText={t('personal.token.create')}
      initial={{ name: '', expires_at: NEVER }}
      onSubmit={async ({ name, expires_at }) =>
        onCreated(
          await create({
            ...(name && { name }),
            ...(expires_at !== undefined && expires_at !== NEVER && { expires_at }),
          }),
        )
      }
      onClose={onClose}
    >
      {isReplacing && <p className="personal-text">{t('personal.token.content')}</p>}
      <Form.Item
        field="name"
        label={t('personal.token.name')}
        extra={t('personal.token.name-hint')}
        rules={[{ maxLength: MAX_NAME, message: t('personal.token.name-too-long', { max: MAX_NAME }) }]}
      >
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item
        field="expires_at"
        label={t('personal.token.expiry')}
        rules={[
          {
            validator(seconds: number | undefined, answer) {
              if (seconds === undefined) answer(t('tokens.form.expiry-wrong'));
              else if (seconds !== NEVER && seconds * 1000 <= Date.now())
                answer(t('tokens.form.expiry-past'));
              else answer();
            },
          },
        ]}
      >
        <DateTimePicker />
      </Form.Item>
    </FormDialog>
  );
}

const MAX_NAME = 30;
