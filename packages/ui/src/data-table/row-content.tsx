import type { ReactNode } from 'react';
import type { DataColumn, DataTableProps } from './types.ts';

export function nameOf<Row>(
  { rowName, rowKey }: Pick<DataTableProps<Row>, 'rowName' | 'rowKey'>,
  row: Row,
): string {
  return rowName ? rowName(row) : String(rowKey(row));
}

/** Renders a cell; an absent value is a dash, so that no cell is ambiguous. */
export function cell<Row>(column: DataColumn<Row>, row: Row) {
  const shown = column.render ? column.render(row) : (row as Record<string, unknown>)[column.key];
  if (shown === undefined || shown === null || shown === '') return <span className="tg-muted">–</span>;
  return typeof shown === 'number' ? String(shown) : (shown as ReactNode);
}
