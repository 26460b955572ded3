import { IconEye, IconEyeInvisible } from '@tollgate/ui/icons';
import { useState } from 'react';
import { Field, type FieldProps } from './field.tsx';
import { useEntryText } from './use-entry-text.ts';

/** A password that can be shown while typing. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'end'>) {
  const { t } = useEntryText();
  const [isShown, setShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className="sh-password-eye"
          aria-label={isShown ? t('login.hide-password') : t('login.show-password')}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <IconEyeInvisible /> : <IconEye />}
        </button>
      }
    />
  );
}
