import { type LogEntry, LogType } from '@tollgate/contract';
import { Tooltip, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { readDetails } from './log-details.ts';
import { callSpeed, firstTokenSpeed, type Speed } from './speed.ts';

/** Duration of the call, time to its first token, and whether it was a stream. */
export function TimingCell({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const { duration } = useFormat();
  const { durationMs, firstTokenMs } = readDetails(entry);
  const isCall = entry.type === LogType.consumption || entry.type === LogType.error;
  if (!isCall) return <span className="usage-log-muted">–</span>;
  const wholeSeconds = entry.use_time > 0 ? duration(entry.use_time * 1000) : `<${duration(1000)}`;
  const took = durationMs === undefined ? wholeSeconds : duration(durationMs);
  return (
    <span className="usage-log-timing">
      <span>
        <Mark speed={callSpeed(entry.use_time)} text={took} hint={t('log.took', { time: took })} />
        {entry.is_stream && <span className="usage-log-stream">{t('log.stream')}</span>}
      </span>
      {firstTokenMs !== undefined && (
        <small>
          {t('log.first')}{' '}
          <Mark
            speed={firstTokenSpeed(firstTokenMs)}
            text={duration(firstTokenMs)}
            hint={t('log.first-token', { time: duration(firstTokenMs) })}
          />
        </small>
      )}
    </span>
  );
}

function Mark({ speed, text, hint }: { speed: Speed; text: string; hint: string }) {
  return (
    <Tooltip content={hint}>
      <span className={`usage-log-${speed}`} data-speed={speed}>
        {text}
      </span>
    </Tooltip>
  );
}
