import type { User } from '@tollgate/contract';
import { useErrorMessage } from '@tollgate/i18n';
import { Button, Skeleton } from '@tollgate/ui/core';
import { Form, FormFailure, type FormInstance, useFormSubmit, useValidateMessages } from '@tollgate/ui/form';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDefaultThreshold, useSaveSetting } from './personal.data.ts';
import { changesOf, readSetting, toInput, type UserSetting } from './user-setting.ts';

interface Props {
  user: User;
  /** Selects the sentence for a failed save. */
  part: 'notify' | 'price';
  /** Buttons next to the save button. */
  extra?: ReactNode;
  children: (form: FormInstance<UserSetting>) => ReactNode;
}

/**
 * One part of the user's setting. The server stores the setting as a whole, so unchanged fields are sent with
 * their currently stored values: another part or tab may have changed them meanwhile.
 */
export function SettingForm(props: Props) {
  const [round, setRound] = useState(0);
  const defaultThreshold = useDefaultThreshold();
  if (defaultThreshold === undefined) return <Skeleton animation text={{ rows: 4 }} />;
  const state = { defaultThreshold, isAgain: round > 0, onSaved: () => setRound(round + 1) };
  return <Round key={round} {...props} {...state} />;
}

interface RoundProps extends Props {
  defaultThreshold: number;
  /** Replaces a form after saving; its button takes the focus. */
  isAgain: boolean;
  onSaved: () => void;
}

function Round({ user, part, extra, children, defaultThreshold, isAgain, onSaved }: RoundProps) {
  const { t } = useTranslation('area.user');
  const errorMessage = useErrorMessage();
  const messages = useValidateMessages();
  const save = useSaveSetting(defaultThreshold);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAgain) button.current?.focus({ preventScroll: true });
  }, [isAgain]);
  const [shown] = useState(() => readSetting(user.setting, defaultThreshold));
  const state = useFormSubmit<UserSetting>({
    done: t('personal.setting.saved'),
    onClose: onSaved,
    onSubmit: (typed) =>
      save((stored) => toInput({ ...stored, ...changesOf(shown, typed) })).catch(
        (error: { details?: { field?: string } }) => {
          if (error.details?.field) throw error; // shown at its field
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
