import { useTranslation } from 'react-i18next';

/** The first keyboard stop: skips header and sidebar. */
export function SkipLink() {
  const { t } = useTranslation('shell');
  return (
    <a className="sh-skip" href="#content">
      {t('skip')}
    </a>
  );
}
