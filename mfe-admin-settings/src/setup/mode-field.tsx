import { Button } from '@tollgate/ui/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModesDialog } from './modes-dialog.tsx';
import { type UsageMode, usageModes } from './setup-draft.ts';

interface Props {
  value?: UsageMode;
  onChange?: (mode: UsageMode) => void;
}

/** The usage mode of the gateway: one of three, each with a sentence. */
export function ModeField({ value, onChange }: Props) {
  const { t } = useTranslation('area.admin-settings');
  const [isExplained, setExplained] = useState(false);
  return (
    <fieldset className="setup-modes">
      <legend>{t('setup.mode.heading')}</legend>
      {usageModes.map((mode) => (
        <label key={mode} className="setup-mode">
          <input
            type="radio"
            name="mode"
            value={mode}
            checked={mode === value}
            aria-label={t(`setup.mode.${mode}.name`)}
            aria-describedby={`setup-mode-${mode}`}
            onChange={() => onChange?.(mode)}
          />
          <span>
            <strong>{t(`setup.mode.${mode}.name`)}</strong>
            <span id={`setup-mode-${mode}`} className="setup-mode-text">
              {t(`setup.mode.${mode}.text`)}
            </span>
          </span>
        </label>
      ))}
      <Button type="text" size="small" className="setup-explain" onClick={() => setExplained(true)}>
        {t('setup.mode.explain')}
      </Button>
      {isExplained && <ModesDialog onClose={() => setExplained(false)} />}
    </fieldset>
  );
}
