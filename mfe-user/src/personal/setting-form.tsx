import type { User } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button } from '@tollgate/ui/core';
import { Form, FormFailure, type FormInstance, useFormSubmit, useValidateMessages } from '@tollgate/ui/form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSaveSetting } from './personal.data.ts';
import { changesOf, readSetting, toInput, type UserSetting } from './user-setting.ts';

interface Props {
  user: User;
  /** Whose sentence says that saving failed. */
  part: 'notify' | 'price';
  /** Buttons beside the one that saves. */
  extra?: ReactNode;
  children: (form: FormInstance<UserSetting>) => ReactNode;
}

/**
 * A part of the own setting. The server keeps it as a whole, so what was not changed here is sent as it is stored now:
 * another part, or another tab, may have changed it since this one was drawn.
 */
export function SettingForm(props: Props) {
  const [round, setRound] = useState(0);
  return <Round key={round} {...props} isAgain={round > 0} onSaved={() => setRound(round + 1)} />;
}

interface RoundProps extends Props {
  /** Stands in the place of a form that was saved, by the button that has the focus. */
  isAgain: boolean;
  onSaved: () => void;
}

function Round({ user, part, extra, children, isAgain, onSaved }: RoundProps) {
  const { t } = useTranslation('area.user');
  const errorMessage = useErrorMessage();
  const messages = useValidateMessages();
  const save = useSaveSetting();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAgain) button.current?.focus({ preventScroll: true });
  }, [isAgain]);
  const [shown] = useState(() => readSetting(user.setting));
  const state = useFormSubmit<UserSetting>({
    done: t('personal.setting.saved'),
    onClose: onSaved,
    onSubmit: (typed) =>
      save((stored) => toInput({ ...stored, ...changesOf(shown, typed) })).catch(
        (error: { details?: { field?: string } }) => {
          if (error.details?.field) throw error; // is shown at its field
          throw Object.assign(new Error(), {
            code: 'unsaved',
            message: t(`personal.${part}.failed`, { reason: errorMessage(error) }),
          });
        },
      ),
  });
  return (
    <Form<UserSetting>
      id={state.formId}
      form={state.form}
      layout="vertical"
      className="tg-form personal-form"
      initialValues={shown}
      validateMessages={messages}
      noValidate
      scrollToFirstError
      requiredSymbol={{ position: 'end' }}
      onChange={state.markChanged}
      onSubmit={state.submit}
      onSubmitFailed={(errors) => state.focusFirstError(Object.keys(errors))}
    >
      {state.failure && <FormFailure className="personal-failure" sentence={state.failure} />}
      {children(state.form)}
      <div className="personal-form-actions">
        <Button ref={button} type="primary" htmlType="submit" loading={state.pending}>
          {t('personal.setting.save')}
        </Button>
        {extra}
      </div>
    </Form>
  );
}
