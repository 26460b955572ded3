import { Select } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-message.ts';
import { Field } from './field.tsx';
import { LoadFailure } from './load-failure.tsx';
import { useGroups, useModels } from './playground.data.ts';

/** The group pays and determines the available models. */
export function ModelChoice({
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
