import { type Failure, toFailure, useErrorMessage } from '@tollgate/i18n';
import { useToast } from '@tollgate/ui/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionField } from './describe.ts';
import { fieldNames } from './every-section.ts';
import { type FieldTexts, readTexts } from './option-text.ts';
import { type OptionChange, type OptionRows, useSaveOptions } from './options.data.ts';
import { useSectionValues } from './use-section-values.ts';

interface Options {
  fields: readonly OptionField[];
  rows: OptionRows;
  /** Reloads the options and returns them. */
  reload: () => Promise<OptionRows | undefined>;
  /** Message after saving, when it differs from "Saved". */
  done?: string | undefined;
}

interface SectionFailure {
  sentence: string;
  /** A field is invalid; it shows why and has the focus. */
  isAtField?: boolean;
}

/** The form of one section: saves changed options, one save at a time, and shows errors at their fields. */
export function useSectionForm(options: Options) {
  const { fields, rows } = options;
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const values = useSectionValues(fields, rows);
  const save = useSave(values, options);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<SectionFailure>();
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
    setFailure({ sentence: t('settings.save.check'), isAtField: names.length > 0 });
    if (names[0]) values.focus(names[0]);
  }

  return { ...values, pending, failure, submit, discard, refuse };
}

/** Returns the message above the button when nothing was saved. */
function useSave(values: ReturnType<typeof useSectionValues>, { reload, done }: Options) {
  const { t } = useTranslation('area.admin-settings');
  const toast = useToast();
  const sentenceOf = useOptionSentence();
  const saveOptions = useSaveOptions();
  const { form, stored, textOf, adopt, rebase, focus } = values;

  return async (changes: readonly OptionField[]): Promise<SectionFailure | undefined> => {
    const sent = changes.map((field) => ({ ...field, value: textOf(field) }));
    try {
      await saveOptions(sent.map((field) => toChange(field, stored)));
    } catch (error) {
      if (toFailure(error).code === 'option_changed') {
        const others = await reload().catch(() => undefined);
        if (others) rebase(readTexts(sent, others));
      }
      const guilty = guiltyField(sent, error);
      if (!guilty) return { sentence: `${t('settings.save.failed')}: ${sentenceOf(error)}` };
      form.setFields({ [guilty.name]: { error: { message: sentenceOf(error) } } });
      focus(guilty.name);
      const sentence = t(sent.length > 1 ? 'settings.save.some-failed' : 'settings.save.failed');
      return { sentence, isAtField: true };
    }
    const fresh = await reload().catch(() => undefined);
    const texts = Object.fromEntries(
      sent.map(({ name, kind, value }) => [name, kind === 'secret' ? '' : value]),
    );
    const untouched = sent.filter((field) => textOf(field) === field.value); // not changed again meanwhile
    adopt(untouched, { ...stored, ...texts, ...(fresh && readTexts(sent, fresh)) });
    toast.success(done ?? t('settings.save.done'));
    return undefined;
  };
}

/** Kinds whose one text holds the work of several people, such as a map of ratios. */
const shared: ReadonlySet<OptionField['kind']> = new Set(['json', 'json-list', 'lines', 'list', 'long']);

/** Of a shared text also the one that was edited, so that the change of somebody else is not taken back. */
function toChange(
  { key, kind, name, value }: OptionField & { value: string },
  stored: FieldTexts,
): OptionChange {
  return { key, value, ...(shared.has(kind) && { previous: stored[name] ?? '' }) };
}

/**
 * Returns the field of a server error; the only sent one, when the error names none. A failed call belongs to no field.
 */
function guiltyField(sent: readonly OptionField[], error: unknown): OptionField | undefined {
  const { code, details } = toFailure(error);
  const named =
    sent.find(({ key }) => key === details?.key) ?? sent.find(({ key }) => key === details?.needs);
  return named ?? (sent.length === 1 && !ofTheCall.has(code ?? '') ? sent[0] : undefined);
}

/** Returns the server's error with labels instead of option keys. */
function useOptionSentence(): (error: unknown) => string {
  const { t } = useTranslation('area.admin-settings');
  const errorMessage = useErrorMessage();
  return (error) => {
    const { code, message, requestId, details = {} } = toFailure(error) as Required<Failure>;
    const words = Object.entries(details).map(([word, value]) => {
      const name = typeof value === 'string' ? fieldNames.get(value) : undefined;
      return [word, name ? t(`settings.option.${name}.label`) : value] as const;
    });
    return errorMessage({ code, message, requestId, details: Object.fromEntries(words) });
  };
}

export type SectionState = ReturnType<typeof useSectionForm>;

/** Codes of calls that failed independently of the input; a failure of the page itself has none. */
const ofTheCall: ReadonlySet<string> = new Set([
  ...['', 'network', 'internal', 'busy', 'rate_limited'],
  ...['not_signed_in', 'not_allowed', 'demo_read_only'],
]);
