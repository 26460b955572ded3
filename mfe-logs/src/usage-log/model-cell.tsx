import { type LogEntry, LogType } from '@tollgate/contract';
import { useIsRecord } from '@tollgate/ui/data';
import { IconCloseCircleFill } from '@tollgate/ui/icons';
import { useTranslation } from 'react-i18next';
import { isFailedCall } from './failed-call.ts';
import { readDetails } from './log-details.ts';
import { LogTypeTag } from './log-type-tag.tsx';
import { useEntryText } from './use-entry-text.ts';

/** The requested model and, when the channel maps it, the upstream model. On a phone it is the record's title. */
export function ModelCell({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const { upstreamModel, failure } = readDetails(entry);
  const reason = useEntryText(entry);
  const isRecord = useIsRecord();
  const name = entry.model_name || (failure && t('log.no-model'));
  if (!name) return isRecord ? <LogTypeTag entry={entry} /> : <span className="usage-log-muted">–</span>;
  return (
    <span className="usage-log-model">
      <span title={name} className={entry.model_name ? undefined : 'usage-log-muted'}>
        {isFailedCall(entry) && <FailedMark />}
        {name}
      </span>
      {failure && (
        <small className="usage-log-reason" title={reason ? `${failure}: ${reason}` : failure}>
          {reason && entry.status > 0 ? `${entry.status} · ${reason}` : failure}
        </small>
      )}
      {upstreamModel && (
        <small title={t('log.mapped', { model: upstreamModel })}>
          <span aria-hidden>→ </span>
          {upstreamModel}
        </small>
      )}
    </span>
  );
}

/** Marks a failed call where the column of the type has no room. */
function FailedMark() {
  const { t } = useTranslation('area.logs');
  const label = t(`log.type.${LogType.error}`);
  return (
    <span className="usage-log-failed" role="img" aria-label={label} title={label}>
      <IconCloseCircleFill aria-hidden />
    </span>
  );
}
