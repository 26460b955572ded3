import { useToast } from '@tollgate/ui/core';
import { Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NumberField, readNumber } from './row-number.ts';

interface Props {
  field: NumberField;
  /** Names the owner of the number. */
  name: string;
  /** Null when channels of a tag differ. */
  value: number | null;
  onSave: (value: number) => Promise<unknown>;
}

/** Priority or weight, edited in the list: Enter or blur saves, Esc cancels. */
export function InlineNumber({ field, name, value, onSave }: Props) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const stored = value === null ? '' : String(value);
  const [text, setText] = useState(stored);
  const [lastStored, setLastStored] = useState(stored);
  if (lastStored !== stored) {
    setLastStored(stored);
    setText(stored);
  }

  async function save() {
    if (text === stored) return;
    const next = readNumber(field, text);
    setText(next === undefined ? stored : String(next));
    if (next === undefined) return toast.error(t(`channels.number.${field}-wrong`));
    if (next === value) return;
    try {
      await onSave(next);
      toast.success(t(`channels.notice.${field}`, { name, value: next }));
    } catch (error) {
      setText(stored);
      toast.error(error);
    }
  }

  return (
    <Input
      className="channels-number"
      size="small"
      inputMode="numeric"
      autoComplete="off"
      aria-label={t(`channels.number.${field}`, { name })}
      value={text}
      onChange={setText}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setText(stored);
      }}
    />
  );
}
