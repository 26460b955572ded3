/** One line, or one colour of the bars. */
export interface ChartSeries {
  name: string;
  /** One number a category; null leaves a gap. */
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** What the chart shows, for screen readers, the table and the name of the CSV file: "Cost per day". */
  label: string;
  /** `bar` stacks its series; `share` is a ring of what each series adds up to. */
  kind: 'line' | 'bar' | 'share';
  /** What stands along the axis: days, hours, models. */
  categories: readonly string[];
  /** Any number: the eight largest are shown, the others together as "Other". */
  series: readonly ChartSeries[];
  /** How a number reads: `format.quota`. Plain by default. */
  format?: (value: number) => string;
  /** Pixels of the drawing; 280 by default. */
  height?: number;
}
