import { type LogEntry, LogType } from '@tollgate/contract';
import { StatusTag, type StatusTone } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { isChargedFailure } from './failed-call.ts';

/** The kind of entry; unknown kinds are shown as unknown. Calls, which most entries are, are plain text. */
export function LogTypeTag({ entry }: { entry: LogEntry }) {
  const { t } = useTranslation('area.logs');
  const { type } = entry;
  if (isChargedFailure(entry)) return <StatusTag tone="danger">{t('log.type.charged-failure')}</StatusTag>;
  if (type === LogType.consumption) return <span className="usage-log-muted">{t(`log.type.${type}`)}</span>;
  const shownType = type in tones ? type : LogType.unknown;
  return <StatusTag tone={tones[shownType] ?? 'neutral'}>{t(`log.type.${shownType}`)}</StatusTag>;
}

const tones: Record<number, StatusTone> = {
  [LogType.unknown]: 'neutral',
  [LogType.topup]: 'success',
  [LogType.admin]: 'warning',
  [LogType.system]: 'neutral',
  [LogType.error]: 'danger',
};
