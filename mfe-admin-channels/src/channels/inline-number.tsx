import type { Channel } from '@tollgate/contract';
import { useToast } from '@tollgate/ui/core';
import { Input } from '@tollgate/ui/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChangeNumber } from './channels.data.ts';
import { type NumberField, readNumber } from './row-number.ts';

/** Priority or weight, changed right in the list: Enter or leaving saves, Esc takes back. */
export function InlineNumber({ channel, field }: { channel: Channel; field: NumberField }) {
  const { t } = useTranslation('area.admin-channels');
  const toast = useToast();
  const change = useChangeNumber(field);
  const value = channel[field] ?? 0;
  const [text, setText] = useState(String(value));
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setText(String(value));
  }

  async function save() {
    const next = readNumber(field, text);
    setText(String(next ?? value));
    if (next === undefined) return toast.error(t(`channels.number.${field}-wrong`));
    if (next === value) return;
    try {
      await change(channel, next);
      toast.success(t(`channels.notice.${field}`, { name: channel.name, value: next }));
    } catch (error) {
      setText(String(value));
      toast.error(error);
    }
  }

  return (
    <Input
      className="channels-number"
      size="small"
      inputMode="numeric"
      autoComplete="off"
      aria-label={t(`channels.number.${field}`, { name: channel.name })}
      value={text}
      onChange={setText}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
        if (event.key === 'Escape') setText(String(value));
      }}
    />
  );
}
