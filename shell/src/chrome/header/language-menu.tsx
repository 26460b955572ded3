import { type Language, languages, useLanguage } from '@tollgate/i18n';
import { IconLanguage } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../menu-button.tsx';

/** Each language in its own words, so that everybody finds theirs. */
export function LanguageMenu() {
  const { t } = useTranslation('shell');
  const { language, setLanguage } = useLanguage();
  const entries = languages.map((id) => ({
    id,
    ...names[id],
    checked: id === language,
    onSelect: () => setLanguage(id),
  }));
  return (
    <MenuButton label={`${t('language')}: ${names[language].label}`} entries={entries}>
      <IconLanguage />
    </MenuButton>
  );
}

const names: Record<Language, { label: string; lang: string }> = {
  zh: { label: '中文', lang: 'zh-CN' },
  en: { label: 'English', lang: 'en' },
};
