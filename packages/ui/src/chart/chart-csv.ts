import type { ChartSeries } from './types.ts';

/** The numbers of a chart as CSV, in `step`s: one row a category. Spreadsheets must not read a name as a formula. */
export function chartCsv(categories: readonly string[], series: readonly ChartSeries[], step = 1): string {
  const text = (value: number | null | undefined) =>
    value == null ? '' : String(Number((value / step).toPrecision(15)));
  const head = ['', ...series.map(({ name }) => name)];
  const rows = categories.map((category, index) => [
    category,
    ...series.map(({ values }) => text(values[index])),
  ]);
  // The byte order mark makes spreadsheets read UTF-8.
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const isNumber = text !== '' && Number.isFinite(Number(text));
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
