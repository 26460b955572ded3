/** One line, or one color of the bars. */
export interface ChartSeries {
  name: string;
  /** One number per category; null leaves a gap. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** What the chart shows, for screen readers, the table and the CSV file name: "Cost per day". */
  label: string;
  /** `bar` stacks its series; `share` is a ring of the sum of each series. */
  kind: 'line' | 'bar' | 'share';
  /** Labels of the axis: days, hours, models. */
  categories: readonly string[];
  /** Any number: the eight largest are shown, the others are combined as "Other". */
  series: readonly ChartSeries[];
  /** Formats a number: `format.quota`. Plain by default. */
  format?: (value: number) => string;
  /** Height of the drawing in pixels; 280 by default. */
  height?: number;
}
