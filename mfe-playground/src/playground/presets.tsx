import { useArea } from '@tollgate/console-sdk';
import { Button } from '@tollgate/ui/core';
import { Input, Select } from '@tollgate/ui/form';
import { IconDelete, IconSave } from '@tollgate/ui/icons';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-message.ts';
import { type Preset, readPresets, writePresets } from './stored-presets.ts';

interface Props {
  settings: ChatSettings;
  defaults: ChatSettings;
  onChange: (settings: ChatSettings) => void;
}

/** Named settings: chosen, saved under a name, deleted. */
export function Presets({ settings, defaults, onChange }: Props) {
  const { t } = useTranslation('area.playground');
  const { storage } = useArea();
  const [presets, setPresets] = useState(() => readPresets(storage, defaults));
  const [name, setName] = useState<string>();
  const chosen = presets.find((preset) => JSON.stringify(preset.settings) === JSON.stringify(settings));

  function keep(next: readonly Preset[]): void {
    writePresets(storage, next);
    setPresets(readPresets(storage, defaults));
  }

  function save(event: FormEvent): void {
    event.preventDefault();
    const title = name?.trim();
    if (!title) return;
    keep([...presets.filter((preset) => preset.name !== title), { name: title, settings }]);
    setName(undefined);
  }

  if (name !== undefined)
    return (
      <form className="playground-presets" onSubmit={save}>
        <Input
          autoFocus
          maxLength={40}
          aria-label={t('presets.name')}
          placeholder={t('presets.name')}
          value={name}
          onChange={setName}
        />
        <Button htmlType="submit" type="primary" disabled={name.trim() === ''}>
          {t('common:action.save')}
        </Button>
        <Button onClick={() => setName(undefined)}>{t('common:action.cancel')}</Button>
      </form>
    );
  return (
    <div className="playground-presets">
      <Select
        aria-label={t('presets.title')}
        placeholder={t('presets.title')}
        value={chosen?.name}
        notFoundContent={t('presets.none')}
        onChange={(next: string) => {
          const found = presets.find((preset) => preset.name === next);
          if (found) onChange(found.settings);
        }}
        options={presets.map((preset) => preset.name)}
      />
      {chosen ? (
        <Button
          icon={<IconDelete />}
          aria-label={t('presets.delete', { name: chosen.name })}
          onClick={() => keep(presets.filter((preset) => preset !== chosen))}
        />
      ) : (
        <Button
          icon={<IconSave />}
          aria-label={t('presets.save')}
          title={t('presets.save')}
          onClick={() => setName('')}
        />
      )}
    </div>
  );
}
