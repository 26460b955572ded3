import { Form } from '@tollgate/ui/form';
import { useId, useState } from 'react';
import type { OptionField } from './describe.ts';
import { type FieldTexts, type FieldValues, readTexts, toText, toValue } from './option-text.ts';
import type { OptionRows } from './options.data.ts';

/**
 * Form values of a section, and which of them are unsaved. Changes are relative to the values stored when the section
 * was rendered: an option that another user changed meanwhile, and that is unchanged here, is not written back.
 */
export function useSectionValues(fields: readonly OptionField[], rows: OptionRows) {
  const [form] = Form.useForm<FieldValues>();
  const formId = `settings-${useId().replace(/\W/g, '')}`;
  const [stored, setStored] = useState(() => readTexts(fields, rows));
  const [changed, setChanged] = useState<readonly OptionField[]>([]);

  const textOf = (field: OptionField) => toText(field, form.getFieldValue(field.name));
  const findChanged = (texts: FieldTexts) => fields.filter((field) => textOf(field) !== texts[field.name]);

  /** Shows the currently stored values of some fields, and compares with them from now on. */
  function adopt(some: readonly OptionField[], texts: FieldTexts) {
    for (const field of some) {
      form.setFields({ [field.name]: { value: toValue(field, texts[field.name] ?? ''), error: undefined } });
    }
    setStored(texts);
    setChanged(findChanged(texts));
  }

  /** Compares with other stored texts from now on, and keeps what the form shows. */
  function rebase(texts: FieldTexts) {
    const next = { ...stored, ...texts };
    setStored(next);
    setChanged(findChanged(next));
  }

  return {
    fields,
    form,
    formId,
    /** Texts by field name. */
    stored,
    /** The unsaved fields, as of the last change. */
    changed,
    textOf,
    findChanged: () => findChanged(stored),
    noteChanges: () => setChanged(findChanged(stored)),
    adopt,
    rebase,
    /** Focuses an invalid field, clear of the header. */
    focus(name: string) {
      form.scrollToField(name, { block: 'center', scrollMode: 'always' });
      document.getElementById(`${formId}-${name}_input`)?.focus({ preventScroll: true });
    },
  };
}

export type SectionState = ReturnType<typeof useSectionValues>;

/** A section as the bar saves it: with its current state, whenever that is. */
export type Section = () => SectionState;
