import { useFormat } from '@tollgate/ui/core';
import type { ChartProps, ChartSeries } from '@tollgate/ui/data';
import { type ReactNode, useCallback } from 'react';
import { decimalsFor, highestStack } from './sum-usage.ts';
import { useAxisStep } from './use-axis-step.ts';

interface PanelProps {
  title: string;
  /** Spans two of three columns. */
  wide?: boolean;
  /** Off for content that already has a frame. */
  framed?: boolean;
  /** Chooses what is shown, next to the title. */
  tool?: ReactNode;
  hint?: string | undefined;
  children: ReactNode;
}

/** A chart or table under its title. */
export function Panel({ title, wide = false, framed = true, tool, hint, children }: PanelProps) {
  const names = [
    'dashboard-panel',
    wide && 'dashboard-panel-wide',
    framed && 'dashboard-panel-framed',
    tool && 'dashboard-panel-chosen',
  ];
  return (
    <section className={names.filter(Boolean).join(' ')}>
      <div className="dashboard-panel-head">
        <h2>{title}</h2>
        {tool}
      </div>
      {children}
      {hint && <p className="dashboard-hint">{hint}</p>}
    </section>
  );
}

/** Round steps of an axis in the currency of the site, with enough decimals to distinguish them. */
export function useCostText(series: readonly ChartSeries[]): Pick<ChartProps, 'format' | 'step'> {
  const { quota } = useFormat();
  const step = useAxisStep();
  const decimals = decimalsFor(highestStack(series) / step);
  const format = useCallback((value: number) => quota(value, value === 0 ? 0 : decimals), [quota, decimals]);
  return { format, step };
}
