import type { HealthHour } from '@tollgate/contract';
import { useFormat } from '@tollgate/ui/core';
import { useTranslation } from 'react-i18next';
import './health.css';

/** The requests of the last 24 hours, a bar for each hour; the red part of a bar is the share that failed. */
export function HealthStrip({ strip }: { strip: readonly HealthHour[] }) {
  const { t } = useTranslation('area.admin-channels');
  const format = useFormat();
  const sum = (field: 'calls' | 'failures') => strip.reduce((total, hour) => total + hour[field], 0);
  const failed = sum('failures');
  const label = t('health.strip', { count: sum('calls'), failed: format.count(failed) });
  return (
    <svg className="channels-strip" role="img" viewBox={`0 0 ${strip.length * STEP - GAP} ${HEIGHT}`}>
      <title>{label}</title>
      {strip.map((hour, index) => (
        <HourBar key={hour.created_at} hour={hour} x={index * STEP} />
      ))}
    </svg>
  );
}

const STEP = 4;
const GAP = 1;
const HEIGHT = 14;
/** An hour without requests is a line; a single failure can be seen. */
const LEAST = 3;

function HourBar({ hour: { calls, failures }, x }: { hour: HealthHour; x: number }) {
  const bar = (className: string, height: number) => (
    <rect className={className} x={x} y={HEIGHT - height} width={STEP - GAP} height={height} />
  );
  if (calls === 0) return bar('channels-strip-idle', LEAST);
  const failed = failures === 0 ? 0 : Math.max(LEAST, Math.round((HEIGHT * failures) / calls));
  return (
    <>
      {bar('channels-strip-fine', HEIGHT)}
      {failed > 0 && bar('channels-strip-failed', failed)}
    </>
  );
}
