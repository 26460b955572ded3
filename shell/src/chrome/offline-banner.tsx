import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

/** A banner above the page while the browser has no network. */
export function OfflineBanner() {
  const { t } = useTranslation('shell');
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div className={isOnline ? 'tg-visually-hidden' : 'sh-stale'} role="status">
      {!isOnline && t('offline')}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
