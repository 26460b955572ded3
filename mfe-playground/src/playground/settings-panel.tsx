import { InputNumber, JsonEditor, Slider, TextArea } from '@tollgate/ui/form';
import { lazy, memo, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-message.ts';
import { CompareChoice } from './compare-choice.tsx';
import { Field } from './field.tsx';
import { ModelChoice } from './model-choice.tsx';
import { Presets } from './presets.tsx';
import { SettingsTools } from './settings-tools.tsx';
import { MAX_TOKENS } from './stored-settings.ts';

const MoreParameters = lazy(async () => ({
  default: (await import('./more-parameters.tsx')).MoreParameters,
}));

interface Props {
  settings: ChatSettings;
  defaults: ChatSettings;
  onChange: (settings: ChatSettings) => void;
  onReset: () => void;
}

/** Settings of the next message. They are not drawn again when a reply begins or ends. */
export const SettingsPanel = memo(function SettingsPanel({ settings, defaults, onChange, onReset }: Props) {
  const { t } = useTranslation('area.playground');
  const [hasMore, setMore] = useState(false);
  const change = (part: Partial<ChatSettings>) => onChange({ ...settings, ...part });

  return (
    <section className="playground-settings" aria-label={t('settings.title')}>
      <Presets settings={settings} defaults={defaults} onChange={onChange} />
      <ModelChoice settings={settings} onChange={change} />
      <CompareChoice settings={settings} onChange={change} />
      <Field label={t('settings.temperature-is', { value: settings.temperature.toFixed(1) })}>
        {() => (
          <Slider
            min={0}
            max={1}
            step={0.1}
            value={settings.temperature}
            onChange={(value) => change({ temperature: Number(value) })}
            aria-label={t('settings.temperature')}
          />
        )}
      </Field>
      <Field label={t('settings.max-tokens')} hint={t('settings.max-tokens-hint')}>
        {(id) => (
          <InputNumber
            id={id}
            min={0}
            max={MAX_TOKENS}
            value={settings.maxTokens}
            onChange={(value) => change({ maxTokens: withinLimit(value) })}
          />
        )}
      </Field>
      <Field label={t('settings.system-prompt')} hint={t('settings.system-prompt-hint')}>
        {(id) => (
          <TextArea
            id={id}
            rows={5}
            value={settings.systemPrompt}
            onChange={(systemPrompt) => change({ systemPrompt })}
          />
        )}
      </Field>
      <details className="playground-more" onToggle={({ currentTarget }) => setMore(currentTarget.open)}>
        <summary>{t('settings.more')}</summary>
        {hasMore && (
          <Suspense fallback={null}>
            <MoreParameters settings={settings} onChange={change} />
          </Suspense>
        )}
      </details>
      <Field label={t('settings.extra-body')} hint={t('settings.extra-body-hint')}>
        {(id) => (
          <JsonEditor
            id={id}
            rows={3}
            placeholder='{"top_p":0.9}'
            value={settings.extraBody}
            onChange={(extraBody) => change({ extraBody })}
          />
        )}
      </Field>
      <SettingsTools {...{ settings, defaults, onChange, onReset }} />
    </section>
  );
});

/** 0 leaves the length to the model. */
function withinLimit(typed: number | undefined): number {
  return Math.min(MAX_TOKENS, Math.max(0, Math.trunc(typed || 0)));
}
