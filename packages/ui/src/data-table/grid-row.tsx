import { Button, Checkbox } from '@arco-design/web-react';
import { IconDown, IconRight } from '@arco-design/web-react/icon';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { cellClass } from './head-cell.tsx';
import { RowActions } from './row-actions.tsx';
import type { DataColumn, DataTableProps, GridProps } from './types.ts';

interface GridRowProps<Row> extends GridProps<Row> {
  row: Row;
  /** Index among all rows of the page, from 0. */
  place: number;
  isOpen: boolean;
  onToggle: () => void;
  isSelected: boolean;
  onSelect: () => void;
}

/** One record with its expandable details. */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { t } = useTranslation('common');
  const { row, place, columns, expand, actions, selection, chooser, onOpen } = props;
  const { isOpen, onToggle, isSelected, onSelect } = props;
  const name = nameOf(props, row);
  const open = onOpen ?? (expand && onToggle);
  const hasEnd = Boolean(actions || chooser);
  const controls = Number(Boolean(selection)) + Number(Boolean(expand));

  return (
    <>
      <tr
        data-row
        aria-rowindex={place + 2}
        tabIndex={-1}
        aria-selected={selection ? isSelected : undefined}
        className={open ? 'tg-grid-row tg-grid-row-opens' : 'tg-grid-row'}
        onKeyDown={(event) => isEnter(event) && open?.(row)}
        onClick={(event) => isPlainClick(event) && open?.(row)}
      >
        {selection && (
          <td className="tg-grid-control">
            <Checkbox aria-label={t('table.select-row', { name })} checked={isSelected} onChange={onSelect} />
          </td>
        )}
        {expand && (
          <td className="tg-grid-control">
            <Button
              type="text"
              size="mini"
              icon={isOpen ? <IconDown /> : <IconRight />}
              aria-expanded={isOpen}
              aria-label={`${t(isOpen ? 'table.collapse-row' : 'table.expand-row')}: ${name}`}
              onClick={onToggle}
            />
          </td>
        )}
        {columns.map((column, index) => (
          <Cell key={column.key} column={column} row={row} isFirst={index === 0} />
        ))}
        {hasEnd && (
          <td className="tg-grid-actions">{actions && <RowActions actions={actions(row)} name={name} />}</td>
        )}
      </tr>
      {expand && isOpen && (
        <tr className="tg-grid-unfolded">
          <td colSpan={columns.length + controls + Number(hasEnd)}>{expand(row)}</td>
        </tr>
      )}
    </>
  );
}

/** Long text is truncated; hovering shows all of it. */
function Cell<Row>({ column, row, isFirst }: { column: DataColumn<Row>; row: Row; isFirst: boolean }) {
  const shown = cell(column, row);
  return (
    <td className={cellClass(column, isFirst)} title={typeof shown === 'string' ? shown : undefined}>
      {shown}
    </td>
  );
}

export function nameOf<Row>({ rowName, rowKey }: DataTableProps<Row>, row: Row): string {
  return rowName ? rowName(row) : String(rowKey(row));
}

/** Renders a cell; an absent value is a dash, so that no cell is ambiguous. */
export function cell<Row>(column: DataColumn<Row>, row: Row) {
  const shown = column.render ? column.render(row) : (row as Record<string, unknown>)[column.key];
  if (shown === undefined || shown === null || shown === '') return <span className="tg-muted">–</span>;
  return typeof shown === 'number' ? String(shown) : (shown as React.ReactNode);
}

function isEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && event.target === event.currentTarget;
}

/** Returns whether a click targets the row, not a control in it or the end of a text selection. */
function isPlainClick({ target }: MouseEvent): boolean {
  if ((target as Element).closest('button, a, input, label, [role="menuitem"], [role="menu"]')) return false;
  return document.getSelection()?.type !== 'Range';
}
