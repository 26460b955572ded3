import { Form } from '@tollgate/ui/form';
import { type ComponentType, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SettingsSection as Section } from './describe.ts';
import { OptionItem } from './option-item.tsx';
import { type FieldValues, toValues } from './option-text.ts';
import type { OptionRows } from './options.data.ts';
import type { SaveBarState } from './use-save-bar.ts';
import { type SectionState, useSectionValues } from './use-section-values.ts';

/** Additional content of a section. */
export type SectionExtra = ComponentType<{ state: SectionState }>;

export interface SettingsSectionProps extends Pick<SaveBarState, 'register' | 'save'> {
  section: Section;
  rows: OptionRows;
  reload: () => Promise<OptionRows | undefined>;
  extra?: SectionExtra | undefined;
}

/** Related options. What changed is saved by the bar of the tab, or with Enter. */
export function SettingsSection({
  section: { id, fields },
  rows,
  register,
  save,
  extra: Extra,
}: SettingsSectionProps) {
  const { t } = useTranslation('area.admin-settings');
  const secrets = new Set(rows.flatMap(({ key, configured }) => (configured ? [key] : [])));
  const places = new Map(rows.map(({ key, declared }) => [key, declared]));
  const state = useSectionValues(fields, rows);
  const newest = useRef(state);
  newest.current = state;
  const count = state.changed.length;
  useEffect(() => register(id, () => newest.current, count), [id, count, register]);
  useEffect(() => () => register(id, undefined, 0), [id, register]);

  const title = t(`settings.section.${id}.title`);
  const [only] = fields.length === 1 && !Extra ? fields : [];
  // Below a heading of the same words the field would repeat it.
  const isRepeated = only && t(`settings.option.${only.name}.label`).startsWith(title);
  return (
    <section className="settings-section" aria-labelledby={`settings-${id}`}>
      <h2 id={`settings-${id}`} {...(isRepeated && { className: 'tg-visually-hidden' })}>
        {title}
      </h2>
      <Form<FieldValues>
        form={state.form}
        id={state.formId}
        layout="vertical"
        initialValues={toValues(fields, state.stored)}
        requiredSymbol={false}
        onValuesChange={state.noteChanges}
        onSubmit={() => void save()}
        onSubmitFailed={() => void save()}
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
        <button type="submit" hidden />
      </Form>
    </section>
  );
}
