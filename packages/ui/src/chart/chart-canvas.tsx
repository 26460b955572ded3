import { useEffect, useRef, useState } from 'react';
import { useTheme } from '../provider/use-theme.ts';
import { ChartTip } from './chart-tip.tsx';
import { Chart, chartConfig } from './draw.ts';
import type { ChartDrawing, Tip } from './drawing.ts';

export interface ChartCanvasProps extends Omit<ChartDrawing, 'theme' | 'onTip'> {
  label: string;
  /** Pixels. */
  height: number;
}

/** The canvas of a chart. Redrawn when its data changes; there is no animation to interrupt. */
export function ChartCanvas({ label, height, ...drawing }: ChartCanvasProps) {
  const { kind, categories, shown, format, step } = drawing;
  const theme = useTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [tip, setTip] = useState<Tip>();

  useEffect(() => {
    const element = canvas.current;
    if (!element?.getContext('2d')) return; // a headless DOM without canvas
    const chart = new Chart(
      element,
      chartConfig({ kind, categories, shown, format, step, theme, onTip: setTip }),
    );
    return () => {
      setTip(undefined);
      chart.destroy();
    };
  }, [kind, categories, shown, format, step, theme]);

  return (
    <div className="tg-chart-canvas" style={{ height }}>
      <canvas ref={canvas} role="img" aria-label={label} />
      {tip && <ChartTip tip={tip} format={format} />}
    </div>
  );
}
