import { Tooltip, useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import { timeSpent, workSpeed } from './work-time.ts';
import './work.css';

/** Duration of a job, coloured by speed; both times in milliseconds. */
export function TimeSpent({ submitted, finished }: { submitted: number; finished: number }) {
  const { t } = useTranslation('area.logs');
  const { duration } = useFormat();
  const spent = timeSpent(submitted, finished);
  if (spent === undefined) return <span className="logs-muted">–</span>;
  const speed = workSpeed(spent);
  return (
    <Tooltip content={t(`shared.speed.${speed}`, { time: duration(spent) })}>
      <span className={`tg-number logs-${speed}`} data-speed={speed}>
        {duration(spent)}
      </span>
    </Tooltip>
  );
}
