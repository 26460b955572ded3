import { useCopy } from '@tollgate/ui/core';
import { IdDot } from '@tollgate/ui/data';
import { useTranslation } from 'react-i18next';
import './work.css';

/** The channel of the job. A click copies the id. */
export function ChannelMark({ id }: { id: number }) {
  const { t } = useTranslation('area.logs');
  const { copy } = useCopy();
  if (id === 0) return <span className="logs-muted">–</span>;
  return (
    <button
      type="button"
      className="logs-channel tg-number"
      title={t('shared.copy-channel', { id })}
      aria-label={t('shared.copy-channel', { id })}
      onClick={() => copy(String(id))}
    >
      <IdDot id={id} />#{id}
    </button>
  );
}
