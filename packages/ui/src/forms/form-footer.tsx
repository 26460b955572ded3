import { Button } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormSubmit } from './use-form-submit.ts';

interface Props<Draft> {
  state: FormSubmit<Draft>;
  submitText: string | undefined;
  extra: ReactNode;
  /** Nothing can be saved. */
  isReadOnly?: boolean;
}

/** Footer of every form: extra buttons at the left, cancel and save at the right. */
export function FormFooter<Draft>({ state, submitText, extra, isReadOnly = false }: Props<Draft>) {
  const { t } = useTranslation('common');
  return (
    <div className="tg-form-footer">
      {extra}
      <span className="tg-form-footer-main">
        <Button onClick={() => void state.requestClose()}>{t('action.cancel')}</Button>
        {!isReadOnly && (
          <Button type="primary" htmlType="submit" form={state.formId} loading={state.pending}>
            {submitText ?? t('action.save')}
          </Button>
        )}
      </span>
    </div>
  );
}
