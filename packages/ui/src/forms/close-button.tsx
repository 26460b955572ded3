import { IconClose } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import './close-button.css';

/** A cross that keys can reach; Arco's own is a bare span. What it closes hears the click around it. */
export function CloseButton() {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="tg-close" aria-label={t('action.close')}>
      <IconClose aria-hidden />
    </button>
  );
}
