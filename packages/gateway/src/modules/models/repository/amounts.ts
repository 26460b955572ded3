/** A row whose decimals are numbers. */
export type Amounts<Row, Column extends keyof Row> = Omit<Row, Column> & Record<Column, number | null>;

/** Reads decimals, which are stored as texts. */
export function toNumbers<Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Amounts<Row, Column> {
  const numbers = columns.map((column) => [column, row[column] === null ? null : Number(row[column])]);
  return { ...row, ...Object.fromEntries(numbers) } as Amounts<Row, Column>;
}

/** Writes decimals as texts. */
export function toTexts<Row extends object, Column extends keyof Row>(
  row: Row,
  columns: readonly Column[],
): Omit<Row, Column> & Record<Column, string | null> {
  const texts = columns.map((column) => [column, row[column] === null ? null : String(row[column])]);
  return { ...row, ...Object.fromEntries(texts) } as Omit<Row, Column> & Record<Column, string | null>;
}
