import type { ChartProps } from './types.ts';

type ChartTableProps = Pick<ChartProps, 'label' | 'categories' | 'series'> & {
  format: (value: number) => string;
};

/** Every number of a chart, including the series folded into "Other". */
export function ChartTable({ label, categories, series, format }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="tg-chart-table" tabIndex={0} aria-label={label}>
      <table>
        <thead>
          <tr>
            <td />
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((category, index) => (
            <tr key={category}>
              <th scope="row">{category}</th>
              {series.map(({ name, values }) => {
                const value = values[index];
                return <td key={name}>{value === null || value === undefined ? '–' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
