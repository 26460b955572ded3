import { Button, Checkbox } from '@arco-design/web-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowActions } from './row-actions.tsx';
import { cell, nameOf } from './row-content.tsx';
import { useGrowingCount } from './use-growing-count.ts';
import { useSelection } from './use-selection.ts';
import './record-list.css';
import type { ShownTable } from './types.ts';

/** The table on a phone: a title, three facts and a menu per record. */
export function RecordList<Row>(props: ShownTable<Row>) {
  const rows = props.source.data?.items ?? [];
  const selected = useSelection(rows.map(props.rowKey), props.selection);
  const { shown, end } = useGrowingCount(rows.length);
  return (
    <ul className="tg-records" aria-label={props.label}>
      {rows.slice(0, shown).map((row) => {
        const key = props.rowKey(row);
        return (
          <Record
            key={key}
            {...props}
            row={row}
            isSelected={selected.has(key)}
            onSelect={() => selected.toggle(key)}
          />
        );
      })}
      {shown < rows.length && <li ref={end} aria-hidden />}
    </ul>
  );
}

interface RecordProps<Row> extends ShownTable<Row> {
  row: Row;
  isSelected: boolean;
  onSelect: () => void;
}

function Record<Row>(props: RecordProps<Row>) {
  const { t } = useTranslation('common');
  const { row, columns, actions, expand, selection, onOpen, isSelected, onSelect } = props;
  const [isOpen, setOpen] = useState(false);
  const title = columns.find((column) => column.mobile === 'title') ?? columns[0]!;
  const facts = columns.filter((column) => column.mobile === 'fact').slice(0, 3);
  const name = nameOf(props, row);
  return (
    <li className="tg-record" data-row data-part="record" tabIndex={-1}>
      <div className="tg-record-head">
        {selection && (
          <Checkbox aria-label={t('table.select-row', { name })} checked={isSelected} onChange={onSelect} />
        )}
        {onOpen ? (
          <button
            type="button"
            className="tg-record-title"
            data-part="record-title"
            onClick={() => onOpen(row)}
          >
            {cell(title, row)}
          </button>
        ) : (
          <span className="tg-record-title" data-part="record-title">
            {cell(title, row)}
          </span>
        )}
        {actions && <RowActions folded actions={actions(row)} name={name} />}
      </div>
      <dl className="tg-record-facts" data-part="record-facts">
        {facts.map((column) => (
          <div key={column.key}>
            <dt>{column.title}</dt>
            <dd className={column.numeric ? 'tg-number' : undefined}>{cell(column, row)}</dd>
          </div>
        ))}
      </dl>
      {expand && (
        <Button
          className="tg-record-unfold"
          type="text"
          size="small"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'table.collapse-row' : 'table.expand-row')}
        </Button>
      )}
      {expand && isOpen && <div className="tg-record-more">{expand(row)}</div>}
    </li>
  );
}
