import type { LogBars as LogBarsData } from '@tollgate/contract';
import { lazy, Suspense } from 'react';
import type { BarSubject } from './log-bars.tsx';
import { useZoom, type Zoomed } from './use-zoom.ts';

interface Props {
  subject: BarSubject;
  bars: { data: LogBarsData | undefined; isLoading: boolean };
  /** The list below, whose time the bars narrow. */
  list: Zoomed;
}

/** Bars above a log. They keep their room while they load, so that the rows stay where they are. */
export function BarsAbove({ subject, bars: { data, isLoading }, list }: Props) {
  const zoom = useZoom(list);
  const room = <div className="logs-bars-room" />;
  return (
    <Suspense fallback={room}>
      {isLoading && room}
      {data && data.items.length > 0 && <LogBars subject={subject} bars={data} {...zoom} />}
    </Suspense>
  );
}

/** Fetched next to the rows, which do not wait for them. */
const LogBars = lazy(async () => ({ default: (await import('./log-bars.tsx')).LogBars }));
