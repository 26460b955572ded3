import { Button } from '@tollgate/ui/core';
import { Form, FormFailure } from '@tollgate/ui/form';
import { type ComponentType, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsSection as Section } from './describe.ts';
import { OptionItem } from './option-item.tsx';
import { type FieldValues, toValues } from './option-text.ts';
import type { OptionRows } from './options.data.ts';
import { type SectionState, useSectionForm } from './use-section-form.ts';

/** Additional content of a section. */
export type SectionExtra = ComponentType<{ state: SectionState }>;

export interface SettingsSectionProps {
  section: Section;
  rows: OptionRows;
  reload: () => Promise<OptionRows | undefined>;
  onUnsaved: (section: string, isUnsaved: boolean) => void;
  extra?: SectionExtra | undefined;
}

/** Related options, with one button that saves the changed ones. */
export function SettingsSection({
  section: { id, fields },
  rows,
  reload,
  onUnsaved,
  extra: Extra,
}: SettingsSectionProps) {
  const { t, i18n } = useTranslation('area.admin-settings');
  const doneKey = `settings.section.${id}.done`;
  const done = i18n.exists(doneKey, { ns: 'area.admin-settings' }) ? t(doneKey) : undefined;
  const secrets = new Set(rows.flatMap(({ key, configured }) => (configured ? [key] : [])));
  const places = new Map(rows.map(({ key, declared }) => [key, declared]));
  const state = useSectionForm({ fields, rows, reload, done });
  const count = state.changed.length;
  useEffect(() => onUnsaved(id, count > 0), [id, count, onUnsaved]);

  return (
    <section className="settings-section" aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`}>{t(`settings.section.${id}.title`)}</h2>
      <Form<FieldValues>
        form={state.form}
        id={state.formId}
        layout="vertical"
        initialValues={toValues(fields, state.stored)}
        requiredSymbol={false}
        onValuesChange={state.noteChanges}
        onSubmit={() => void state.submit()}
        onSubmitFailed={(errors) => state.refuse(Object.keys(errors))}
      >
        {fields.map((field) => (
          <OptionItem
            key={field.name}
            field={field}
            stored={secrets.has(field.key)}
            place={places.get(field.key)}
          />
        ))}
        {Extra && <Extra state={state} />}
        {state.failure && <FormFailure className="settings-failure" {...state.failure} />}
        <div className="settings-actions">
          <Button type="primary" htmlType="submit" loading={state.pending}>
            {t('settings.save.button', { section: t(`settings.section.${id}.save`) })}
          </Button>
          {count > 0 && !state.pending && (
            <>
              <Button onClick={state.discard}>{t('settings.save.discard')}</Button>
              <span className="settings-unsaved">{t('settings.save.unsaved', { count })}</span>
            </>
          )}
        </div>
      </Form>
    </section>
  );
}
