type Row = Record<string, unknown>;

interface Format {
  readonly type: string;
  head(columns: readonly string[]): string;
  line(columns: readonly string[], row: Row): string;
}

export type FileFormat = 'csv' | 'jsonl';

/** CSV as in RFC 4180, with the byte order mark by which Excel recognizes UTF-8. */
export const fileFormats: Record<FileFormat, Format> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: (columns) => `\ufeff${csvLine(columns)}`,
    line: (columns, row) => csvLine(columns.map((column) => row[column])),
  },
  jsonl: {
    type: 'application/x-ndjson; charset=utf-8',
    head: () => '',
    line: (_, row) => `${JSON.stringify(row)}\n`,
  },
};

function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. It then shows the text. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
