import { Button, Input } from '@arco-design/web-react';
import { IconDelete, IconPlus } from '@arco-design/web-react/icon';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { JsonView } from './json-view.tsx';
import { type MapKind, type MapRow, problemOf, readMap, toRows, writeRows } from './map-rows.ts';

export type { MapKind };

export interface MapInputProps {
  /** JSON text of an object, or empty. */
  value?: string;
  onChange?: (text: string) => void;
  id?: string;
  kind?: MapKind;
  /** Headings of the two columns. */
  heads: readonly [name: string, value: string];
  /** Examples in an empty row. */
  examples?: readonly [name: string, value: string];
  disabled?: boolean;
}

/** A JSON object as a table of names and values. "As JSON" shows its text, to paste and to copy. */
export function MapInput({ heads, kind = 'text', examples, ...field }: MapInputProps) {
  const placeholder = examples && JSON.stringify({ [examples[0]]: examples[1] });
  return (
    <JsonView {...field} rows={4} {...(placeholder && { placeholder })}>
      {(_, toggle) => (
        <Rows {...field} kind={kind} heads={heads} examples={examples ?? ['', '']} toggle={toggle} />
      )}
    </JsonView>
  );
}

type RowsProps = MapInputProps & Required<Pick<MapInputProps, 'kind' | 'examples'>> & { toggle: ReactNode };

function Rows({ value = '', onChange, kind, heads, examples, toggle, id, disabled = false }: RowsProps) {
  const { t } = useTranslation('common');
  const { rows, change } = useRows(value, kind, onChange);
  const box = useRef<HTMLDivElement>(null);
  const problems = rows.map((row) => ({ row, problem: problemOf(row, rows, kind) }));

  function edit(row: MapRow, part: Partial<MapRow>) {
    change(rows.map((other) => (other.id === row.id ? { ...row, ...part } : other)));
  }
  function add() {
    change([...rows, blank(rows)]);
    requestAnimationFrame(() => box.current?.querySelector<HTMLInputElement>(LAST_NAME)?.focus());
  }
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return; // 229: Safari
    event.preventDefault(); // or the form would be sent
    add();
  }
  return (
    <div ref={box} className="tg-map">
      <div className="tg-map-row tg-map-heads" aria-hidden>
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      {problems.map(({ row, problem }, index) => (
        <div key={row.id} className="tg-map-row">
          {(['name', 'value'] as const).map((part, column) => (
            <Input
              key={part}
              {...(index === 0 && column === 0 && id && { id })}
              aria-label={t('map.cell', { what: heads[column], row: index + 1 })}
              placeholder={rows.length === 1 ? examples[column] : ''}
              autoComplete="off"
              spellCheck={false}
              disabled={disabled}
              value={row[part]}
              {...(problem === problemAt[part] && { status: 'error' as const })}
              onChange={(text) => edit(row, { [part]: text })}
              onKeyDown={addOnEnter}
            />
          ))}
          <Button
            type="text"
            icon={<IconDelete />}
            disabled={disabled}
            aria-label={t('action.remove', { what: row.name || index + 1 })}
            onClick={() => change(rows.filter((other) => other.id !== row.id))}
          />
          {problem && (
            <span className="tg-control-error" role="alert">
              {t(`map.${problem}`)}
            </span>
          )}
        </div>
      ))}
      <div className="tg-map-tools">
        <Button size="mini" icon={<IconPlus />} disabled={disabled} onClick={add}>
          {t('action.add')}
        </Button>
        {toggle}
      </div>
    </div>
  );
}

const LAST_NAME = '.tg-map-row:nth-last-child(2) input';
const problemAt = { name: 'twice', value: 'number' } as const;

/** Rows in edit; they are read again when the value changes from outside. */
function useRows(value: string, kind: MapKind, onChange: MapInputProps['onChange']) {
  const [shown, setShown] = useState(() => ({ value, rows: read(value, kind) }));
  const { rows } = shown.value === value ? shown : { rows: read(value, kind) };
  if (shown.value !== value) setShown({ value, rows });
  return {
    rows,
    change(next: readonly MapRow[]) {
      const text = writeRows(next, kind);
      setShown({ value: text, rows: next.length > 0 ? next : [blank(next)] });
      onChange?.(text);
    },
  };
}

function read(value: string, kind: MapKind): readonly MapRow[] {
  const rows = toRows(readMap(value) ?? {}, kind);
  return rows.length > 0 ? rows : [blank(rows)];
}

function blank(rows: readonly MapRow[]): MapRow {
  return { id: Math.max(-1, ...rows.map(({ id }) => id)) + 1, name: '', value: '' };
}
