import type { Language, ResolvedArea } from '@tollgate/contract';

/** Returns a title or menu text of an area from the registry; the area's code is not needed. */
export function areaText({ texts }: Pick<ResolvedArea, 'texts'>, language: Language, key: string): string {
  return texts[language]?.[key] ?? texts.zh?.[key] ?? key;
}
