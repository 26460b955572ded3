import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import type { OptionField } from './describe.ts';
import { readTexts } from './option-text.ts';
import type { OptionRows } from './options.data.ts';
import type { Section } from './use-section-values.ts';

export interface SaveFailure {
  sentence: string;
  /** A field is invalid; it shows why and has the focus. */
  isAtField?: boolean;
  /** Someone else changed the same options: shows their values in place of the typed ones. */
  takeTheirs?: () => void;
}

/** A field with the section that has it and the text that was sent. */
export type SentField = OptionField & { section: Section; value: string };

/** Longer texts are not repeated: their field shows them once the values of the other person are taken. */
const SHOWN_LENGTH = 40;

/**
 * Names the options that someone else changed since they were read, with their values by now. From then on the form
 * compares with those, so that saving again replaces them.
 */
export function useConflict(): (sent: readonly SentField[], rows: OptionRows) => SaveFailure | undefined {
  const { t } = useTranslation('area.admin-settings');
  const format = useFormat();

  return (sent, rows) => {
    const theirs = readTexts(sent, rows);
    const clashes = sent.filter(({ name, kind, section }) => {
      const now = theirs[name] ?? '';
      return kind !== 'secret' && now !== section().stored[name];
    });
    for (const section of new Set(sent.map((field) => field.section)))
      section().rebase(
        readTexts(
          sent.filter((field) => field.section === section),
          rows,
        ),
      );
    if (clashes.length === 0) return undefined;
    const names = clashes
      .map((field) => describe(field, theirs[field.name] ?? ''))
      .join(t('settings.save.and'));
    return {
      sentence: t('settings.save.conflict', { names }),
      takeTheirs() {
        for (const { section, ...field } of clashes) section().adopt([field], section().stored);
      },
    };
  };

  function describe({ name, kind }: OptionField, text: string): string {
    const label = t(`settings.option.${name}.label`);
    const value = show(kind, text);
    return value === undefined ? `“${label}”` : t('settings.save.now', { label, value });
  }

  function show(kind: OptionField['kind'], text: string): string | undefined {
    if (kind === 'flag') return t(text === 'true' ? 'settings.save.on' : 'settings.save.off');
    if (kind === 'choice') return t(`settings.choice.${text}`);
    if (kind === 'quota') return format.quota(Number(text));
    if (text === '') return t('settings.save.empty');
    return text.length <= SHOWN_LENGTH && !text.includes('\n') ? text : undefined;
  }
}
