import { type Failure, toFailure, useErrorMessage } from '@tollgate/i18n';
import { useTranslation } from 'react-i18next';
import type { OptionField } from './describe.ts';
import { fieldNames } from './every-section.ts';
import { type FieldTexts, readTexts } from './option-text.ts';
import { type OptionChange, type OptionRows, useSaveOptions } from './options.data.ts';
import { type SaveFailure, useConflict } from './use-conflict.ts';
import type { Section, SectionState } from './use-section-values.ts';

/** Returns what kept the changes of some sections from being saved. */
export function useStore(reload: () => Promise<OptionRows | undefined>) {
  const { t } = useTranslation('area.admin-settings');
  const { t: common } = useTranslation('common');
  const sentenceOf = useOptionSentence();
  const saveOptions = useSaveOptions();
  const findConflict = useConflict();

  return async (sections: readonly Section[]): Promise<SaveFailure | undefined> => {
    const sent = sections.flatMap((section) =>
      section()
        .findChanged()
        .map((field) => ({ ...field, section, value: section().textOf(field) })),
    );
    const inEach = (work: (state: SectionState, own: typeof sent) => void) => {
      for (const section of sections)
        work(
          section(),
          sent.filter((field) => field.section === section),
        );
    };
    try {
      await saveOptions(sent.map((field) => toChange(field, field.section().stored)));
    } catch (error) {
      if (toFailure(error).code === 'option_changed') {
        const others = await reload().catch(() => undefined);
        const conflict = others && findConflict(sent, others);
        if (conflict) return conflict;
      }
      // A call that was sent but got no response may have succeeded.
      if (toFailure(error).code === 'network' && navigator.onLine !== false)
        return { sentence: common('form.unsure') };
      const guilty = guiltyField(sent, error);
      if (!guilty) return { sentence: `${t('settings.save.failed')}: ${sentenceOf(error)}` };
      const { form, focus } = guilty.section();
      form.setFields({ [guilty.name]: { error: { message: sentenceOf(error) } } });
      focus(guilty.name);
      return {
        sentence: t(sent.length > 1 ? 'settings.save.some-failed' : 'settings.save.failed'),
        isAtField: true,
      };
    }
    const fresh = await reload().catch(() => undefined);
    inEach((state, own) => {
      const texts = Object.fromEntries(
        own.map(({ name, kind, value }) => [name, kind === 'secret' ? '' : value]),
      );
      const untouched = own.filter((field) => state.textOf(field) === field.value); // not changed again meanwhile
      state.adopt(untouched, { ...state.stored, ...texts, ...(fresh && readTexts(own, fresh)) });
    });
    return undefined;
  };
}

/** With the text that was edited, so that the change of somebody else is not taken back. Secrets are never shown. */
function toChange(
  { key, kind, name, value }: OptionField & { value: string },
  stored: FieldTexts,
): OptionChange {
  return { key, value, ...(kind !== 'secret' && { previous: stored[name] ?? '' }) };
}

/**
 * Returns the field of a server error; the only sent one, when the error names none. A failed call belongs to no field.
 */
function guiltyField<Field extends OptionField>(sent: readonly Field[], error: unknown): Field | undefined {
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

/** Codes of calls that failed independently of the input; a failure of the page itself has none. */
const ofTheCall: ReadonlySet<string> = new Set([
  ...['', 'network', 'internal', 'busy', 'rate_limited'],
  ...['not_signed_in', 'not_allowed', 'demo_read_only'],
]);
