import {
  type DoneCode,
  type ErrorCode,
  type ErrorDetails,
  type Language,
  languages,
} from '@tollgate/contract';
import doneEn from '@tollgate/i18n/done/en' with { type: 'json' };
import doneZh from '@tollgate/i18n/done/zh' with { type: 'json' };
import errorsEn from '@tollgate/i18n/errors/en' with { type: 'json' };
import errorsZh from '@tollgate/i18n/errors/zh' with { type: 'json' };
import reasonsEn from '@tollgate/i18n/reasons/en' with { type: 'json' };
import reasonsZh from '@tollgate/i18n/reasons/zh' with { type: 'json' };
import { fill } from '../core/texts/texts.ts';

/** The preferred one of our languages in `Accept-Language`, by weight. English when none of them is named. */
export function readLanguage(header: string | undefined): Language {
  const preferred = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { tag, weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ tag }) => languages.find((language) => tag === language || tag.startsWith(`${language}-`)));
  return preferred.find(Boolean) ?? 'en';
}

/**
 * Returns the sentence for a failure with its values and a known reason. A code may have a separate sentence
 * for each field in `changed`.
 */
export function errorMessage(code: ErrorCode, details: ErrorDetails, language: Language): string {
  const { errors } = texts[language];
  const sentence = errors[`${code}_${details.changed}`] ?? errors[code] ?? errors.internal ?? code;
  return fill(sentence, { ...details, reason: reasonText(details, language) });
}

/** Describes what is wrong, with the limit and the entry of a list or a map where there is one. */
function reasonText(details: ErrorDetails, language: Language): string {
  const { reasons } = texts[language];
  const bounded = details.limit === undefined ? undefined : reasons[`${details.reason}_limit`];
  const reason = fill(bounded ?? reasons[details.reason ?? ''] ?? reasons.other ?? '', details);
  return details.entry === undefined ? reason : fill(reasons.at_entry ?? '', { ...details, reason });
}

/** Returns the sentence for a success that has a message in the console API. */
export function doneMessage(code: DoneCode, language: Language): string {
  return done[language][code];
}

const done: Record<Language, Record<DoneCode, string>> = { en: doneEn, zh: doneZh };

type Texts = Record<string, string>;

const texts: Record<Language, { errors: Texts; reasons: Texts }> = {
  en: { errors: errorsEn, reasons: reasonsEn },
  zh: { errors: errorsZh, reasons: reasonsZh },
};
