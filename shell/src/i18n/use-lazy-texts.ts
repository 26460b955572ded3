import type { Language } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { addTexts } from './add-texts.ts';

/** Texts that load with the page or dialog that shows them, because few visits open it. */
export function useLazyTexts<Name extends string>(
  name: Name,
  texts: Record<Language, object>,
): { t: TFunction<Name> } {
  const { i18n } = useTranslation();
  if (!i18n.hasResourceBundle('en', name)) addTexts(i18n, name, texts);
  return { t: i18n.getFixedT(i18n.language, name) };
}
