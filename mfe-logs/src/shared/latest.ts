/** Returns a record as the list has it now; as it was opened once the list has moved on without it. */
export function latest<Row extends { id: number }>(opened: Row, rows: readonly Row[] | undefined): Row {
  return rows?.find(({ id }) => id === opened.id) ?? opened;
}
