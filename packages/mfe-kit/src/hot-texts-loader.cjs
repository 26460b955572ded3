// Appended to `src/area.tsx` in development: a text that is edited changes on screen, without the reload of the whole
// page that a JSON file would cause. The language counts as changed, because that is what pages listen to.
module.exports = function hotTextsLoader(source) {
  const { id, languages } = this.getOptions();
  const namespace = JSON.stringify(`area.${id}.`);
  const accepts = languages.map(
    (language) =>
      `import.meta.webpackHot?.accept('./i18n/${language}.json', () => renewTexts('${language}'));\n`,
  );
  return `${source}
import { getI18n } from 'react-i18next';

async function renewTexts(language) {
  const texts = await area.texts[language]();
  const i18n = getI18n();
  for (const name of Object.keys(i18n.getDataByLanguage(language) ?? {}))
    if (name.startsWith(${namespace})) i18n.addResourceBundle(language, name, texts.default, false, true);
  i18n.emit('languageChanged', i18n.language);
}

${accepts.join('')}`;
};
