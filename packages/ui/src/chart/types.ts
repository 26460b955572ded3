/** One line, or one color of the bars. */
export interface ChartSeries {
  name: string;
  /** One number per category; null leaves a gap. */
  values: readonly (number | null)[];
  /**
   * The id of the channel, user or token of the series. It decides the color, so that it is the same on every page.
   * Without it the place in the order decides.
   */
  id?: number | undefined;
  /** The rest of a whole that the other series do not name. It becomes a part of "Other". */
  isRest?: boolean;
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
  /**
   * Names in the order in which colors are given: the same list gives a name the same color in every chart of a
   * page. By default each chart orders its own series by size.
   */
  order?: readonly string[] | undefined;
  /** Formats a number: `format.quota`. Plain by default. */
  format?: (value: number) => string;
  /** How much one of what `format` shows is, for round steps of the axis: the units of a yuan. 1 by default. */
  step?: number | undefined;
  /** Height of the drawing in pixels; 280 by default. */
  height?: number;
}
