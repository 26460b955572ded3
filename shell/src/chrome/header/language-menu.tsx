import { type Language, useLanguage } from '@tollgate/i18n';
import { IconLanguage } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../menu-button.tsx';

/** Each language in its own words, so that everybody finds theirs. */
export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const { language, setLanguage } = useLanguage();
  const entries = names.map(([id, label, lang]) => ({
    id,
    label,
    lang,
    checked: id === language,
    onSelect: () => setLanguage(id),
  }));
  const current = names.find(([id]) => id === language)?.[1];
  return (
    <MenuButton label={`${t('language')}: ${current}`} entries={entries}>
      <IconLanguage />
    </MenuButton>
  );
}

const names: readonly (readonly [Language, name: string, lang: string])[] = [
  ['zh', '中文', 'zh-CN'],
  ['en', 'English', 'en'],
];
