import type { StatusPage } from '@tollgate/contract';
import { IconCheckCircleFill, IconExclamationCircleFill } from '@tollgate/ui/icons';
import { useStatusText } from './use-status-text.ts';

/** One sentence for the whole site. */
export function Overall({ page: { models, incidents } }: { page: StatusPage }) {
  const { t } = useStatusText();
  const down = models.filter(({ status }) => status === 'down').length;
  const degraded = models.filter(({ status }) => status === 'degraded').length;
  const isOpen = incidents.some(({ resolved_at }) => resolved_at === 0);
  const tone = down > 0 ? 'down' : degraded > 0 || isOpen ? 'degraded' : 'up';
  const Icon = tone === 'up' ? IconCheckCircleFill : IconExclamationCircleFill;
  const counts = [
    ...(down > 0 ? [t('overall.down', { count: down })] : []),
    ...(degraded > 0 ? [t('overall.degraded', { count: degraded })] : []),
  ];
  return (
    <p className={`sh-status-overall sh-status-${tone}`} role="status">
      <Icon aria-hidden />
      {down + degraded > 0
        ? t('overall.some', { models: counts.join(t('overall.and')) })
        : t(isOpen ? 'overall.incident' : 'overall.up')}
    </p>
  );
}
