import { Button, Checkbox } from '@arco-design/web-react';
import { IconDown, IconRight } from '@arco-design/web-react/icon';
import { memo, type ReactNode, type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { cellClass } from './head-cell.tsx';
import { RowActions } from './row-actions.tsx';
import { cell, nameOf } from './row-content.tsx';
import { isEnter, isPlainClick } from './row-events.ts';
import type { DataColumn, GridProps, RowAction } from './types.ts';
import { useSteadyActions, useSteadyHandlers, useSteadyNodes } from './use-steady-row.ts';

interface RowLook {
  /** Index among the rendered rows, from 0. */
  place: number;
  /** Index among all records of the list, from 0. */
  index: number;
  details: ReactNode;
  /** Whether there is a column of actions. */
  hasEnd: boolean;
  /** Whether all actions are in the menu. */
  isTight: boolean;
  /** Undefined when rows do not expand. */
  isOpen: boolean | undefined;
  /** Undefined without selection. */
  isSelected: boolean | undefined;
  /** Whether the record is shown next to the table. */
  isCurrent: boolean;
  /** Whether Enter and a click open the row. */
  opens: boolean;
}

interface GridRowProps<Row> extends RowLook {
  row: Row;
  columns: DataColumn<Row>[];
  actions: GridProps<Row>['actions'];
  /** The newest functions of the table, which change with each of its renders. */
  table: RefObject<TableFunctions<Row>>;
}

type TableFunctions<Row> = Pick<GridProps<Row>, 'rowKey' | 'rowName' | 'onOpen' | 'expand'> &
  Record<'toggle' | 'select', (key: string | number) => void>;

/**
 * One record with its expandable details. Nothing is computed again while row, columns and actions are the same,
 * as they are when the table renders by itself. Pages give new functions with each of their renders: then this part
 * decides whether anything of the row looks different.
 */
export const GridRow = memo(function GridRow<Row>(props: GridRowProps<Row>) {
  const { row, columns, actions, table, details, ...look } = props;
  const { current: functions } = table;
  const key = () => table.current.rowKey(row);
  const cells = useMemo(
    () => columns.map((column, index) => toCell(column, row, index === 0)),
    [columns, row],
  );
  return (
    <RowView
      {...look}
      name={nameOf(functions, row)}
      cells={useSteadyNodes(cells)}
      actions={useSteadyActions(useMemo(() => actions?.(row), [actions, row]))}
      details={useSteadyNodes(details)}
      on={useSteadyHandlers({
        open: () => (table.current.onOpen ? table.current.onOpen(row) : table.current.toggle(key())),
        toggle: () => table.current.toggle(key()),
        select: () => table.current.select(key()),
      })}
    />
  );
}) as <Row>(props: GridRowProps<Row>) => ReactNode;

interface RowViewProps extends RowLook {
  name: string;
  cells: ReactNode[];
  actions: RowAction[] | undefined;
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
        aria-current={props.isCurrent || undefined}
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
