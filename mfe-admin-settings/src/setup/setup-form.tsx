import type { User } from '@tollgate/contract';
import { Alert, Button } from '@tollgate/ui/core';
import { Form, FormFailure, useFormSubmit, useValidateMessages } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { AccountFields } from './account-fields.tsx';
import { ModeField } from './mode-field.tsx';
import { type SetupStatus, useSubmitSetup } from './setup.data.ts';
import type { SetupForm as Draft } from './setup-draft.ts';
import { TokenField } from './token-field.tsx';

interface Props {
  setup: SetupStatus;
  onSignedIn: (user: User) => void;
  onDone: () => void;
}

/** Everything that the server requires before use, on one page with one button. */
export function SetupForm({ setup, onSignedIn, onDone }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const messages = useValidateMessages();
  const submitSetup = useSubmitSetup(onSignedIn);
  const state = useFormSubmit<Draft>({ onSubmit: submitSetup, onClose: onDone });

  return (
    <Form<Draft>
      id={state.formId}
      form={state.form}
      className="setup-form"
      layout="vertical"
      initialValues={{ mode: 'external' }}
      validateMessages={messages}
      requiredSymbol={false}
      scrollToFirstError={{ block: 'center', scrollMode: 'always' }} // the header covers the top
      onValuesChange={state.markChanged}
      onSubmit={state.submit}
      onSubmitFailed={(errors) => state.focusFirstError(Object.keys(errors))}
    >
      {setup.token_required && <TokenField localUrl={setup.local_url} />}
      {setup.root_init ? (
        <Alert type="info" content={t('setup.root-exists')} />
      ) : (
        <AccountFields form={state.form} />
      )}
      <Form.Item field="mode" noStyle>
        <ModeField />
      </Form.Item>
      {state.failure && <FormFailure sentence={state.failure} />}
      <Button
        className="setup-submit"
        type="primary"
        size="large"
        long
        htmlType="submit"
        loading={state.pending}
      >
        {t('setup.submit')}
      </Button>
      {setup.database_type === 'sqlite' && (
        <p className="setup-database">
          <strong>{t('setup.sqlite.title')}</strong> {t('setup.sqlite.text')}
        </p>
      )}
    </Form>
  );
}
