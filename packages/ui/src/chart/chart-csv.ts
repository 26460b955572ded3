import type { ChartSeries } from './types.ts';

/** The numbers of a chart as CSV: one row a category. Spreadsheets must not read a name as a formula. */
export function chartCsv(categories: readonly string[], series: readonly ChartSeries[]): string {
  const head = ['', ...series.map(({ name }) => name)];
  const rows = categories.map((category, index) => [
    category,
    ...series.map(({ values }) => String(values[index] ?? '')),
  ]);
  // The byte order mark makes spreadsheets read UTF-8.
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

function cell(text: string): string {
  const isNumber = text !== '' && Number.isFinite(Number(text));
  const safe = !isNumber && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
