import type { AreaModule } from '@tollgate/console-sdk';
import type { Language, RegistrySnapshot } from '@tollgate/contract';
import type { i18n } from 'i18next';

const LANGUAGES: readonly Language[] = ['zh', 'en'];

export function areaNamespace(areaId: string): string {
  return `area.${areaId}`;
}

/** Titles and menu texts of all areas, there before any of their code. */
export function addMenuTexts(instance: i18n, registry: RegistrySnapshot): void {
  for (const { id, texts } of registry.areas) {
    for (const language of LANGUAGES) {
      for (const [key, text] of Object.entries(texts[language]))
        instance.addResource(language, areaNamespace(id), key, text, { silent: true });
    }
  }
}

/** All texts of an area in the language on screen. */
export async function loadTexts(instance: i18n, areaId: string, module: AreaModule): Promise<void> {
  await addTexts(instance, areaId, module, languageOf(instance));
}

/** The other languages, so that switching is at once. Run it when nothing else is to do. */
export async function loadOtherTexts(instance: i18n, areaId: string, module: AreaModule): Promise<void> {
  const current = languageOf(instance);
  await Promise.all(
    LANGUAGES.filter((language) => language !== current).map((language) =>
      addTexts(instance, areaId, module, language),
    ),
  );
  // Who switched before the texts had come sees them now.
  if (languageOf(instance) !== current) instance.emit('languageChanged', instance.language);
}

export function languageOf(instance: i18n): Language {
  return instance.language?.startsWith('en') ? 'en' : 'zh';
}

async function addTexts(
  instance: i18n,
  areaId: string,
  module: AreaModule,
  language: Language,
): Promise<void> {
  const texts = await module.texts[language]();
  instance.addResourceBundle(language, areaNamespace(areaId), texts.default, true, true);
}
