import { Select, Slider } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import { type ChatSettings, type Effort, efforts } from './chat-message.ts';
import { Field } from './field.tsx';

/** Parameters that are sent only where they differ from the defaults of the model. */
export function MoreParameters({
  settings,
  onChange,
}: {
  settings: ChatSettings;
  onChange: (part: Partial<ChatSettings>) => void;
}) {
  const { t } = useTranslation('area.playground');
  return (
    <>
      {sliders.map(({ key, text, min, max }) => (
        <Field key={key} label={t(`settings.${text}-is`, { value: settings[key].toFixed(1) })}>
          {() => (
            <Slider
              min={min}
              max={max}
              step={0.1}
              value={settings[key]}
              onChange={(value) => onChange({ [key]: Number(value) })}
              aria-label={t(`settings.${text}`)}
            />
          )}
        </Field>
      ))}
      <Field label={t('settings.effort')} hint={t('settings.effort-hint')}>
        {(id) => (
          <Select
            id={id}
            aria-label={t('settings.effort')}
            value={settings.effort}
            onChange={(effort: Effort) => onChange({ effort })}
            options={efforts.map((effort) => ({
              value: effort,
              label: t(`settings.efforts.${effort || 'default'}`),
            }))}
          />
        )}
      </Field>
    </>
  );
}

const sliders = [
  { key: 'topP', text: 'top-p', min: 0, max: 1 },
  { key: 'frequencyPenalty', text: 'frequency', min: -2, max: 2 },
  { key: 'presencePenalty', text: 'presence', min: -2, max: 2 },
] as const;
