import { Alert, type FormInstance } from '@arco-design/web-react';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Form } from './form.tsx';
import { FormFailure } from './form-failure.tsx';
import type { FormSubmit } from './use-form-submit.ts';
import './form-shell.css';

export interface FormBodyProps<Draft> {
  state: FormSubmit<Draft>;
  initial: Partial<Draft> | undefined;
  /** Why nothing can be changed. */
  readOnly?: string | undefined;
  children: ReactNode | ((form: FormInstance<Draft>) => ReactNode);
}

/** The fields of a form, with the server's error on top. */
export function FormBody<Draft>({ state, initial, readOnly, children }: FormBodyProps<Draft>) {
  const messages = useValidateMessages();
  const { form, formId, failure, submit, markChanged, focusFirstError } = state;
  return (
    // The focus lock of drawer and dialog starts here, not at the close button.
    <div data-autofocus-inside>
      <Form<Draft>
        id={formId}
        form={form}
        layout="vertical"
        className="tg-form"
        initialValues={initial ?? {}}
        validateMessages={messages}
        noValidate
        disabled={readOnly !== undefined}
        scrollToFirstError
        requiredSymbol={{ position: 'end' }}
        onChange={markChanged}
        onSubmit={submit}
        onSubmitFailed={(errors) => focusFirstError(Object.keys(errors))}
      >
        {readOnly && <Alert type="info" className="tg-form-failure" content={readOnly} />}
        {failure && <FormFailure className="tg-form-failure" sentence={failure} />}
        {typeof children === 'function' ? children(form) : children}
      </Form>
    </div>
  );
}

/** Messages of rules that have none. */
export function useValidateMessages() {
  const { t } = useTranslation('common');
  return useMemo(
    () => ({
      required: (_: unknown, { label }: { label: unknown }) =>
        typeof label === 'string' ? t('form.required-field', { label }) : t('form.required'),
      // The validator replaces the names between the braces.
      string: { maxLength: t('form.too-long', { max: '#{maxLength}' }) },
    }),
    [t],
  );
}
