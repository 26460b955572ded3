import { Button, saveText, useToast } from '@tollgate/ui/core';
import { IconDownload, IconUndo, IconUpload } from '@tollgate/ui/icons';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-message.ts';
import { readSettings } from './stored-settings.ts';

interface Props {
  settings: ChatSettings;
  defaults: ChatSettings;
  onChange: (settings: ChatSettings) => void;
  onReset: () => void;
}

/** Exports the settings to a file, imports them from one, or resets them. */
export function SettingsTools({ settings, defaults, onChange, onReset }: Props) {
  const { t } = useTranslation('area.playground');
  const toast = useToast();
  const file = useRef<HTMLInputElement>(null);

  async function bring({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    target.value = ''; // otherwise the same file could not be chosen again
    if (!chosen) return;
    try {
      onChange(readSettings(await chosen.text(), defaults));
      toast.success(t('settings.imported'));
    } catch {
      toast.error(t('settings.import-failed', { name: chosen.name }));
    }
  }

  return (
    <div className="playground-tools">
      <Button
        size="mini"
        icon={<IconDownload />}
        onClick={() => saveText(FILE, JSON.stringify(settings, undefined, 2), 'application/json')}
      >
        {t('settings.export')}
      </Button>
      <Button size="mini" icon={<IconUpload />} onClick={() => file.current?.click()}>
        {t('settings.import')}
      </Button>
      <Button size="mini" type="text" icon={<IconUndo />} onClick={onReset}>
        {t('settings.reset')}
      </Button>
      <input
        ref={file}
        hidden
        type="file"
        accept="application/json,.json"
        aria-label={t('settings.import')}
        onChange={bring}
      />
    </div>
  );
}

const FILE = 'playground-settings.json';
