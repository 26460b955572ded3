import type { Theme } from '@tollgate/design-tokens';
import type { FoldedSeries } from './fold-series.ts';
import type { ChartProps } from './types.ts';

/** All inputs of a drawing. */
export interface ChartDrawing extends Pick<ChartProps, 'kind' | 'categories'> {
  step: number;
  shown: FoldedSeries[];
  format: (value: number) => string;
  theme: Theme;
  onTip: (tip: Tip | undefined) => void;
}

/** One line of the tooltip; lines are sorted, the largest first. */
export interface TipRow {
  name: string;
  color: string;
  value: number;
}

export interface Tip {
  title: string;
  rows: TipRow[];
  /** Pixels from the left edge of the drawing, and its width. */
  x: number;
  width: number;
}
