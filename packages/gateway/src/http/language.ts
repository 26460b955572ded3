import type { DoneCode, ErrorCode, ErrorDetails } from '@tollgate/contract';
import commonEn from '@tollgate/i18n/common/en' with { type: 'json' };
import commonZh from '@tollgate/i18n/common/zh' with { type: 'json' };
import doneEn from '@tollgate/i18n/done/en' with { type: 'json' };
import doneZh from '@tollgate/i18n/done/zh' with { type: 'json' };
import errorsEn from '@tollgate/i18n/errors/en' with { type: 'json' };
import errorsZh from '@tollgate/i18n/errors/zh' with { type: 'json' };

export type Language = 'zh' | 'en';

/** The first of our languages in `Accept-Language`, by its weights. English when neither is named. */
export function readLanguage(header: string | undefined): Language {
  const wanted = (header ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean);
      return { tag, weight: Number(weight ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .find(({ tag }) => /^(zh|en)\b/.test(tag));
  return wanted?.tag.startsWith('zh') ? 'zh' : 'en';
}

/** The sentence for a failure, with its values filled in and a known reason in words. */
export function errorMessage(code: ErrorCode, details: ErrorDetails, language: Language): string {
  const { errors, reasons } = texts[language];
  const values = { ...details, reason: reasons[details.reason ?? ''] ?? reasons.other };
  const sentence = errors[code] ?? errors.internal ?? code;
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name as never] ?? ''));
}

/** The sentence for a success that the wire puts in words. */
export function doneMessage(code: DoneCode, language: Language): string {
  return { en: doneEn, zh: doneZh }[language][code];
}

type Texts = Record<string, string>;

const texts: Record<Language, { errors: Texts; reasons: Texts }> = {
  en: { errors: errorsEn, reasons: commonEn.reason },
  zh: { errors: errorsZh, reasons: commonZh.reason },
};
