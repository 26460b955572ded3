import { Form } from '@tollgate/ui/form';
import { useId, useState } from 'react';
import type { OptionField } from './describe.ts';
import { type FieldTexts, type FieldValues, readTexts, toText, toValue } from './option-text.ts';
import type { OptionRows } from './options.data.ts';

/**
 * What a section shows, and what of it is not stored. Changes are measured by what was stored when the section was
 * drawn: an option that somebody else changed meanwhile, and that was not touched here, is not written back.
 */
export function useSectionValues(fields: readonly OptionField[], rows: OptionRows) {
  const [form] = Form.useForm<FieldValues>();
  const formId = `settings-${useId().replace(/\W/g, '')}`;
  const [stored, setStored] = useState(() => readTexts(fields, rows));
  const [changed, setChanged] = useState<readonly OptionField[]>([]);

  const textOf = (field: OptionField) => toText(field, form.getFieldValue(field.name));
  const findChanged = (texts: FieldTexts) => fields.filter((field) => textOf(field) !== texts[field.name]);

  /** Shows some fields as they are stored now, and measures by that from here on. */
  function adopt(some: readonly OptionField[], texts: FieldTexts) {
    for (const field of some) {
      form.setFields({ [field.name]: { value: toValue(field, texts[field.name] ?? ''), error: undefined } });
    }
    setStored(texts);
    setChanged(findChanged(texts));
  }

  return {
    form,
    formId,
    /** Texts by the name of their field. */
    stored,
    /** The fields whose value is not stored, as of the last change. */
    changed,
    textOf,
    findChanged: () => findChanged(stored),
    noteChanges: () => setChanged(findChanged(stored)),
    adopt,
    /** Goes to a field that is at fault, clear of the header. */
    focus(name: string) {
      form.scrollToField(name, { block: 'center', scrollMode: 'always' });
      document.getElementById(`${formId}-${name}_input`)?.focus({ preventScroll: true });
    },
  };
}
