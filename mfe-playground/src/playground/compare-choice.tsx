import { Select } from '@tollgate/ui/form';
import { useTranslation } from 'react-i18next';
import type { ChatSettings } from './chat-message.ts';
import { Field } from './field.tsx';
import { MAX_LANES } from './lanes.ts';
import { useModels } from './playground.data.ts';

/** Up to two more models that answer the same messages. */
export function CompareChoice({
  settings: { model, compare },
  onChange,
}: {
  settings: ChatSettings;
  onChange: (part: Partial<ChatSettings>) => void;
}) {
  const { t } = useTranslation('area.playground');
  const models = useModels();
  return (
    <Field label={t('settings.compare')} hint={t('settings.compare-hint')}>
      {(id) => (
        <Select
          id={id}
          aria-label={t('settings.compare')}
          mode="multiple"
          showSearch
          allowClear
          placeholder={t('settings.compare-none')}
          value={[...compare]}
          onChange={(chosen: string[]) => onChange({ compare: chosen.slice(0, MAX_LANES - 1) })}
          options={(models.data ?? []).map((name) => ({
            value: name,
            label: name,
            disabled: name === model || (compare.length >= MAX_LANES - 1 && !compare.includes(name)),
          }))}
        />
      )}
    </Field>
  );
}
