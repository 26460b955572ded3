import { type AreaModule, buildNamespace } from '@tollgate/console-sdk';
import { type Language, languages, type RegistrySnapshot } from '@tollgate/contract';
import type { i18n } from 'i18next';

export function areaNamespace(areaId: string): string {
  return `area.${areaId}`;
}

/** Adds titles and menu texts of all areas, before any of their code loads. */
export function addMenuTexts(instance: i18n, registry: RegistrySnapshot): void {
  for (const { id, texts } of registry.areas) {
    for (const language of languages) {
      for (const [key, text] of Object.entries(texts[language]))
        instance.addResource(language, areaNamespace(id), key, text, { silent: true });
    }
  }
}

/** Loads all texts of a build in the current language. */
export async function loadTexts(instance: i18n, build: LoadedBuild): Promise<void> {
  await addTexts(instance, build, languageOf(instance));
}

/** Loads the other languages, so that switching is immediate. Call it when the browser is idle. */
export async function loadOtherTexts(instance: i18n, build: LoadedBuild): Promise<void> {
  const current = languageOf(instance);
  await Promise.all(
    languages
      .filter((language) => language !== current)
      .map((language) => addTexts(instance, build, language)),
  );
  // A language switch during the load takes effect now.
  if (languageOf(instance) !== current) instance.emit('languageChanged', instance.language);
}

export function languageOf(instance: i18n): Language {
  return instance.language?.startsWith('en') ? 'en' : 'zh';
}

interface LoadedBuild {
  areaId: string;
  buildId: string;
  module: AreaModule;
}

async function addTexts(
  instance: i18n,
  { areaId, buildId, module }: LoadedBuild,
  language: Language,
): Promise<void> {
  const texts = await module.texts[language]();
  instance.addResourceBundle(language, buildNamespace(areaId, buildId), texts.default, true, true);
}
