import { Spin } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Before anything is known. Stays empty for a moment, so that a fast start does not flash. */
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
