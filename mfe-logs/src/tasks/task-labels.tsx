import { StatusTag, type StatusTone } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';

/** Statuses of the console API. An empty one is a job that is being submitted to a provider. */
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
  const shownStatus = status in tones ? status : 'UNKNOWN';
  return (
    <StatusTag tone={tones[shownStatus] ?? 'neutral'}>
      {t(`tasks.status.${shownStatus || 'SUBMITTING'}`)}
    </StatusTag>
  );
}

/** Kind of a job: music, lyrics, or an unknown one. */
export function useTaskAction(): (action: string) => string {
  const { t } = useTranslation('area.logs');
  return (action) => t(`tasks.action.${['MUSIC', 'LYRICS'].includes(action) ? action : 'unknown'}`);
}

/** Platform of a job: Suno, or an unknown one. */
export function useTaskPlatform(): (platform: string) => string {
  const { t } = useTranslation('area.logs');
  return (platform) => t(`tasks.platform.${platform === 'suno' ? 'suno' : 'unknown'}`);
}

/** Returns whether a status is final. */
export function isOver(status: string): boolean {
  return status === 'SUCCESS' || status === 'FAILURE';
}
