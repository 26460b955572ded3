import { Button } from '@tollgate/ui/core';
import { Input } from '@tollgate/ui/form';
import { IconEye, IconEyeInvisible } from '@tollgate/ui/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  value?: string;
  onChange?: (password: string) => void;
  id?: string;
  /** Set by the form while the value is invalid. */
  error?: boolean;
}

/** A new password that can be shown while typing. */
export function PasswordInput({ value = '', onChange, id, error = false }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const [isShown, setShown] = useState(false);
  return (
    <div className="setup-password">
      <Input
        {...(id && { id })}
        type={isShown ? 'text' : 'password'}
        value={value}
        error={error}
        autoComplete="new-password"
        onChange={(typed) => onChange?.(typed)}
      />
      <Button
        type="text"
        icon={isShown ? <IconEyeInvisible /> : <IconEye />}
        aria-label={t('setup.account.show-password')}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      />
    </div>
  );
}
