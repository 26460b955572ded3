import { StatusTag, type StatusTone } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Statuses of the wire. An empty one is work that is being handed to a provider. */
const tones: Record<string, StatusTone> = {
  '': 'neutral',
  NOT_START: 'neutral',
  SUBMITTED: 'info',
  QUEUED: 'info',
  IN_PROGRESS: 'info',
  SUCCESS: 'success',
  FAILURE: 'danger',
  UNKNOWN: 'warning',
};

export function TaskStatus({ status }: { status: string }) {
  const { t } = useTranslation('area.logs');
  const known = status in tones ? status : 'UNKNOWN';
  return <StatusTag tone={tones[known] ?? 'neutral'}>{t(`tasks.status.${known || 'SUBMITTING'}`)}</StatusTag>;
}

/** What was ordered: music, lyrics, or something this console does not know. */
export function useTaskAction(): (action: string) => string {
  const { t } = useTranslation('area.logs');
  return (action) => t(`tasks.action.${['MUSIC', 'LYRICS'].includes(action) ? action : 'unknown'}`);
}

/** Whose work it is: Suno, or a platform this console does not know. */
export function useTaskPlatform(): (platform: string) => string {
  const { t } = useTranslation('area.logs');
  return (platform) => t(`tasks.platform.${platform === 'suno' ? 'suno' : 'unknown'}`);
}

/** Statuses after which nothing changes any more. */
export function isOver(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}
