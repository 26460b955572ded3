import { Button, useCopy } from '@tollgate/ui/core';
import { IconCheck, IconCopy } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';

/** The base URL, the main purpose of this page. */
export function BaseUrl({ url }: { url: string }) {
  const { t } = useTranslation('shell');
  const { copied, copy } = useCopy();
  return (
    <div className="sh-base-url">
      <span className="sh-base-url-label">{t('home.base-url')}</span>
      <div className="sh-base-url-field">
        <code>{url}</code>
        <Button
          type="text"
          icon={copied ? <IconCheck /> : <IconCopy />}
          aria-label={t('home.copy')}
          onClick={() => copy(url)}
        />
      </div>
      <span className="sh-base-url-hint">{t('home.base-url-hint')}</span>
    </div>
  );
}
