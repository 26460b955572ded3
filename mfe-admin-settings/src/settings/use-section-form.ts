import { type Failure, toFailure, useErrorMessage } from '@tollgate/i18n';
import { useToast } from '@tollgate/ui/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionField } from './describe.ts';
import { readTexts } from './option-text.ts';
import { type OptionRows, useSaveOptions } from './options.data.ts';
import { useSectionValues } from './use-section-values.ts';

interface Options {
  fields: readonly OptionField[];
  rows: OptionRows;
  /** Reads the options again and answers them. */
  reload: () => Promise<OptionRows | undefined>;
}

/** The form of one section: saves what was changed, one save at a time, and says at each field what did not work. */
export function useSectionForm({ fields, rows, reload }: Options) {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const values = useSectionValues(fields, rows);
  const save = useSave(values, reload);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();
  const busy = useRef(false);

  async function submit() {
    if (busy.current) return;
    setFailure(undefined);
    const changes = values.findChanged();
    if (changes.length === 0) return toast.info(t('settings.save.unchanged'));
    busy.current = true;
    setPending(true);
    try {
      setFailure(await save(changes));
    } finally {
      busy.current = false;
      setPending(false);
    }
  }

  function discard() {
    setFailure(undefined);
    values.adopt(fields, values.stored);
  }

  function refuse(names: string[]) {
    setFailure(t('settings.save.check'));
    if (names[0]) values.focus(names[0]);
  }

  return { ...values, pending, failure, submit, discard, refuse };
}

/** Answers what to say above the button when something was not saved. */
function useSave(values: ReturnType<typeof useSectionValues>, reload: Options['reload']) {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const sentenceOf = useOptionSentence();
  const saveOptions = useSaveOptions();
  const { form, stored, textOf, adopt, focus } = values;

  return async (changes: readonly OptionField[]): Promise<string | undefined> => {
    const sent = changes.map((field) => ({ ...field, value: textOf(field) }));
    const failures = await saveOptions(sent.map(({ key, value }) => ({ key, value })));
    const saved = sent.filter(({ key }) => !failures.has(key));
    const failed = sent.filter(({ key }) => failures.has(key));
    const fresh = await reload().catch(() => undefined);
    const texts = Object.fromEntries(saved.map(({ name, value }) => [name, value]));
    const untouched = saved.filter((field) => textOf(field) === field.value); // nobody typed on meanwhile
    adopt(untouched, { ...stored, ...texts, ...(fresh && readTexts(saved, fresh)) });
    for (const { key, name } of failed) {
      form.setFields({ [name]: { error: { message: sentenceOf(failures.get(key), name) } } });
    }
    if (failed[0]) focus(failed[0].name);
    if (failed.length > 0) return t(saved.length > 0 ? 'settings.save.some-failed' : 'settings.save.failed');
    toast.success(t('settings.save.done'));
    return undefined;
  };
}

/** What the server said about an option, which it calls by its key and the page by its label. */
function useOptionSentence(): (error: unknown, name: string) => string {
  const { t } = useTranslation('area.admin-settings');
  const errorMessage = useErrorMessage();
  return (error, name) => {
    const { code, message, details } = toFailure(error) as Required<Failure>;
    return errorMessage({ code, message, details: { ...details, key: t(`settings.option.${name}.label`) } });
  };
}
