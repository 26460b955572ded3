import { InputNumber, Select, Slider, TextArea } from '@tollgate/ui/form';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-message.ts';
import { LoadFailure } from './load-failure.tsx';
import { useGroups, useModels } from './playground.data.ts';

interface Props {
  settings: ChatSettings;
  onChange: (settings: ChatSettings) => void;
}

/** What the next message is sent with. */
export function SettingsPanel({ settings, onChange }: Props) {
  const { t } = useTranslation('area.playground');
  const change = (part: Partial<ChatSettings>) => onChange({ ...settings, ...part });

  return (
    <section className="playground-settings" aria-label={t('settings.title')}>
      <ModelChoice settings={settings} onChange={change} />
      <Field label={`${t('settings.temperature')}: ${settings.temperature.toFixed(1)}`}>
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
            max={1_000_000}
            precision={0}
            value={settings.maxTokens}
            onChange={(value) => change({ maxTokens: Math.trunc(Number(value) || 0) })}
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
    </section>
  );
}

/** The group pays and decides which models there are. */
function ModelChoice({
  settings,
  onChange,
}: {
  settings: ChatSettings;
  onChange: (part: Partial<ChatSettings>) => void;
}) {
  const { t } = useTranslation('area.playground');
  const models = useModels();
  const { groups, isLoading, error, mutate } = useGroups();
  const failure = models.error ?? error;
  const retry = () => void Promise.all([models.mutate(), mutate()]);
  return (
    <>
      {failure && <LoadFailure error={failure} onRetry={retry} />}
      <Field label={t('settings.group')}>
        {(id) => (
          <Select
            id={id}
            aria-label={t('settings.group')}
            loading={isLoading}
            value={settings.group}
            onChange={(group: string) => onChange({ group })}
            options={groups.map(({ key, desc, ratio }) => ({
              value: key,
              label: t('settings.group-option', { group: key, desc, ratio }),
            }))}
          />
        )}
      </Field>
      <Field
        label={t('settings.model')}
        hint={models.data?.length === 0 ? t('settings.no-models') : undefined}
      >
        {(id) => (
          <Select
            id={id}
            aria-label={t('settings.model')}
            showSearch
            loading={models.isLoading}
            value={settings.model}
            onChange={(model: string) => onChange({ model })}
            options={models.data ?? []}
          />
        )}
      </Field>
    </>
  );
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  children: (id: string) => React.ReactNode;
}

function Field({ label, hint, children }: FieldProps) {
  const id = useId();
  return (
    <div className="playground-field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {hint && <small>{hint}</small>}
    </div>
  );
}
