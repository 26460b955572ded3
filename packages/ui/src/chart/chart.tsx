import { Skeleton } from '@arco-design/web-react';
import { lazy, Suspense } from 'react';
import type { ChartProps } from './types.ts';

const ChartView = lazy(async () => ({ default: (await import('./chart-view.tsx')).ChartView }));

/**
 * Numbers over time or as shares, also as a table and as CSV. The drawing code loads with the first chart on
 * a page.
 */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Skeleton animation text={{ rows: Math.round((props.height ?? 280) / 40) }} />}>
      <ChartView {...props} />
    </Suspense>
  );
}
