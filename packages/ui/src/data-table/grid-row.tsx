import { Button, Checkbox } from '@arco-design/web-react';
import { IconDown, IconRight } from '@arco-design/web-react/icon';
import { type KeyboardEvent, type MouseEvent, memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellClass } from './head-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { cell, nameOf } from './row-content.tsx';
import type { DataColumn, GridProps, RowAction } from './types.ts';
import { useSteadyActions, useSteadyHandlers, useSteadyNodes } from './use-steady-row.ts';

interface GridRowProps<Row> extends GridProps<Row> {
  row: Row;
  /** Index among the rendered rows, from 0. */
  place: number;
  /** Index among all records of the list, from 0. */
  index: number;
  isOpen: boolean;
  onToggle: (key: string | number) => void;
  isSelected: boolean;
  onSelect: (key: string | number) => void;
}

/**
 * One record with its expandable details. Pages give new functions with each of their renders, so this part
 * decides whether anything of the row looks different.
 */
export const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, rowKey, columns, expand, selection, chooser, onOpen, isOpen, onToggle, onSelect } = props;
  const toggle = () => onToggle(rowKey(row));
  const open = onOpen ? () => onOpen(row) : expand && toggle;
  const { actions } = props;
  const cells = useMemo(
    () => columns.map((column, index) => toCell(column, row, index === 0)),
    [columns, row],
  );
  return (
    <RowView
      name={nameOf(props, row)}
      place={props.place}
      index={props.index}
      cells={useSteadyNodes(cells)}
      actions={useSteadyActions(useMemo(() => actions?.(row), [actions, row]))}
      details={useSteadyNodes(expand && isOpen ? expand(row) : undefined)}
      hasEnd={Boolean(actions || chooser)}
      isTight={props.isTight ?? false}
      isOpen={expand && isOpen}
      isSelected={selection && props.isSelected}
      opens={Boolean(open)}
      on={useSteadyHandlers({ open, toggle, select: () => onSelect(rowKey(row)) })}
    />
  );
}) as <Row>(props: GridRowProps<Row>) => ReactNode;

interface RowViewProps {
  name: string;
  place: number;
  index: number;
  cells: ReactNode[];
  actions: RowAction[] | undefined;
  details: ReactNode;
  /** Whether there is a column of actions. */
  hasEnd: boolean;
  /** Whether all actions are in the menu. */
  isTight: boolean;
  /** Undefined when rows do not expand. */
  isOpen: boolean | undefined;
  /** Undefined without selection. */
  isSelected: boolean | undefined;
  /** Whether Enter and a click open the row. */
  opens: boolean;
  on: { open: () => void; toggle: () => void; select: () => void };
}

const RowView = memo(function RowView(props: RowViewProps) {
  const { t } = useTranslation('common');
  const { name, place, index, cells, actions, details, hasEnd, isOpen, isSelected, opens, on } = props;
  const controls = Number(isSelected !== undefined) + Number(isOpen !== undefined);
  return (
    <>
      <tr
        data-row
        data-part="row"
        aria-rowindex={index + 2}
        tabIndex={opens && place === 0 ? 0 : -1}
        aria-selected={isSelected}
        className={opens ? 'tg-grid-row tg-grid-row-opens' : 'tg-grid-row'}
        onKeyDown={(event) => isEnter(event) && on.open()}
        onClick={(event) => isPlainClick(event) && on.open()}
      >
        {isSelected !== undefined && (
          <td className="tg-grid-control">
            <Checkbox
              aria-label={t('table.select-row', { name })}
              checked={isSelected}
              onChange={on.select}
            />
          </td>
        )}
        {isOpen !== undefined && (
          <td className="tg-grid-control">
            <Button
              type="text"
              size="mini"
              icon={isOpen ? <IconDown /> : <IconRight />}
              aria-expanded={isOpen}
              aria-label={`${t(isOpen ? 'table.collapse-row' : 'table.expand-row')}: ${name}`}
              onClick={on.toggle}
            />
          </td>
        )}
        {cells}
        {hasEnd && (
          <td className="tg-grid-actions">
            {actions && <RowActions actions={actions} name={name} folded={props.isTight} />}
          </td>
        )}
      </tr>
      {isOpen && (
        // The details belong to the record above: both are one row of the list.
        <tr className="tg-grid-unfolded" aria-rowindex={index + 2}>
          <td colSpan={cells.length + controls + Number(hasEnd)}>{details}</td>
        </tr>
      )}
    </>
  );
});

/** Long text is truncated; hovering shows all of it. */
function toCell<Row>(column: DataColumn<Row>, row: Row, isFirst: boolean): ReactNode {
  const shown = cell(column, row);
  return (
    <td
      key={column.key}
      className={cellClass(column, isFirst)}
      title={typeof shown === 'string' ? shown : undefined}
    >
      {shown}
    </td>
  );
}

function isEnter(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && event.target === event.currentTarget;
}

/** Returns whether a click targets the row, not a control in it or the end of a text selection. */
function isPlainClick({ target }: MouseEvent): boolean {
  if ((target as Element).closest('button, a, input, label, [role="menuitem"], [role="menu"]')) return false;
  return document.getSelection()?.type !== 'Range';
}
