export { Chart } from '../chart/chart.tsx';
export { SeriesMark } from '../chart/series-mark.tsx';
export type * from '../chart/types.ts';
export { Sparkline, type SparklineProps } from '../display/sparkline.tsx';
