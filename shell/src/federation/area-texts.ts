import { type AreaModule, buildNamespace } from '@tollgate/console-sdk';
import { inLanguage, type Language, languages, type RegistrySnapshot } from '@tollgate/contract';
import { toLanguage } from '@tollgate/i18n';
import type { i18n } from 'i18next';

export function areaNamespace(areaId: string): string {
  return `area.${areaId}`;
}

/** Adds titles and menu texts of all areas, before any of their code loads. */
export function addMenuTexts(instance: i18n, registry: RegistrySnapshot): void {
  for (const { id, texts } of registry.areas) {
    for (const language of languages) {
      for (const [key, text] of Object.entries(inLanguage(texts, language)))
        instance.addResource(language, areaNamespace(id), key, text, { silent: true });
    }
  }
}

/** Loads all texts of a build in the current language, which may change meanwhile. */
export async function loadTexts(instance: i18n, build: LoadedBuild): Promise<void> {
  let language: Language;
  do {
    language = languageOf(instance);
    await addTexts(instance, build, language);
  } while (languageOf(instance) !== language);
}

/**
 * Loads the languages that are missing, so that switching is immediate. Call it when the browser is idle. A switch
 * before then shows other texts instead of the missing ones, so it takes effect again once they are here.
 */
export async function loadOtherTexts(instance: i18n, build: LoadedBuild): Promise<void> {
  const namespace = buildNamespace(build.areaId, build.buildId);
  const missing = languages.filter((language) => !instance.hasResourceBundle(language, namespace));
  await Promise.all(missing.map((language) => addTexts(instance, build, language)));
  if (missing.includes(languageOf(instance))) instance.emit('languageChanged', instance.language);
}

export function languageOf(instance: i18n): Language {
  return toLanguage(instance.language);
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
  const texts = await inLanguage(module.texts, language)();
  instance.addResourceBundle(language, buildNamespace(areaId, buildId), texts.default, true, true);
}
