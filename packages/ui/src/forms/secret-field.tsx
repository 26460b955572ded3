import { Button, Input } from '@arco-design/web-react';
import { IconEye, IconEyeInvisible } from '@arco-design/web-react/icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import './controls.css';

export interface SecretFieldProps {
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  /** The server already stores a secret: an empty field keeps it. */
  stored?: boolean;
  placeholder?: string;
  disabled?: boolean;
  /** `new-password` (the default) keeps browsers from filling in a saved one. */
  autoComplete?: string;
  'aria-label'?: string;
}

/** A password or key: hidden until revealed, never filled in from the server. */
export function SecretField({
  value = '',
  onChange,
  stored,
  placeholder,
  autoComplete = 'new-password',
  ...rest
}: SecretFieldProps) {
  const { t } = useTranslation('common');
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <div className="tg-control-row">
        <Input
          {...rest}
          type={isShown ? 'text' : 'password'}
          value={value}
          autoComplete={autoComplete}
          placeholder={placeholder ?? (stored ? '••••••••' : '')}
          onChange={(text) => onChange?.(text)}
        />
        <Button
          icon={isShown ? <IconEyeInvisible /> : <IconEye />}
          aria-label={t(isShown ? 'secret.hide' : 'secret.show')}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        />
      </div>
      {stored && <div className="tg-control-note">{t('secret.keep')}</div>}
    </div>
  );
}
