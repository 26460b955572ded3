import { Input } from '@arco-design/web-react';
import { type ReactNode, useId, useState } from 'react';
import { getI18n } from 'react-i18next';

export interface TypedNameProps {
  name: string;
  content: ReactNode;
  /** Called with whether the typed text is the name. */
  onMatch: (matches: boolean) => void;
}

/** The consequence, and a field for the name: nothing is destroyed by habitual clicks. */
export function TypedName({ name, content, onMatch }: TypedNameProps) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const label = getI18n().t('confirm.type-name', { ns: 'common', name });
  return (
    <div className="tg-confirm-typed" data-autofocus-inside>
      {content}
      <div>
        <label htmlFor={id}>{label}</label>
        <Input
          id={id}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(text) => {
            setTyped(text);
            onMatch(text.trim() === name);
          }}
        />
      </div>
    </div>
  );
}
