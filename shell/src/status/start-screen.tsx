import { Spin } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Shown before the status has loaded. Stays empty for a moment, so that a fast start does not flash. */
export function StartScreen() {
  const { t } = useTranslation('shell');
  return (
    <main className="sh-start" aria-busy="true">
      <Spin size={28} delay={300} />
      <span className="tg-visually-hidden" role="status">
        {t('status.loading')}
      </span>
    </main>
  );
}
