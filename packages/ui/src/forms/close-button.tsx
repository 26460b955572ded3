import { IconClose } from '@arco-design/web-react/icon';
import { useTranslation } from 'react-i18next';
import './close-button.css';

/** A keyboard-accessible close button; Arco's own is a bare span. The surrounding element handles the click. */
export function CloseButton() {
  const { t } = useTranslation('common');
  return (
    <button type="button" className="tg-close" aria-label={t('action.close')}>
      <IconClose aria-hidden />
    </button>
  );
}
