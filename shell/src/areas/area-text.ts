import type { Language, ResolvedArea } from '@tollgate/contract';

/** A title or menu text of an area, which travels in the registry: no code of the area is needed. */
export function areaText({ texts }: Pick<ResolvedArea, 'texts'>, language: Language, key: string): string {
  return texts[language]?.[key] ?? texts.zh?.[key] ?? key;
}
