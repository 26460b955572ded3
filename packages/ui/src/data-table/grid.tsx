import { useRef, useState } from 'react';
import { useDensity } from '../provider/use-density.ts';
import { GridHead } from './grid-head.tsx';
import { GridRow } from './grid-row.tsx';
import type { GridProps } from './types.ts';
import { useScrollEdges } from './use-scroll-edges.ts';
import { useSelection } from './use-selection.ts';
import { useVisibleRows } from './use-visible-rows.ts';
import './grid.css';

/**
 * The table for screens wider than a phone. The first column and the actions stay while the rest scrolls.
 * Above 200 rows only those near the window are rendered.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const density = useDensity();
  const { source, columns, rowKey, actions, expand, selection, compact = density === 'compact' } = props;
  const { label, list, openKey } = props;
  const rows = source.data?.items ?? [];
  const region = useRef<HTMLElement>(null);
  const [open, setOpen] = useState<ReadonlySet<string | number>>(new Set());
  const selected = useSelection(rows.map(rowKey), selection);
  const { from, to, above, below } = useVisibleRows(region, rows.length, compact);
  useScrollEdges(region);

  const first = list ? (list.page - 1) * list.pageSize : 0;
  const total = list ? (source.data?.total ?? 0) : rows.length;
  const isCounted = props.countLimit === undefined || total < props.countLimit;

  const toggle = (key: string | number) => setOpen((now) => withToggled(now, key));
  const newest = useRef({ ...props, toggle, select: selected.toggle });
  newest.current = { ...props, toggle, select: selected.toggle };

  const controls = Number(Boolean(selection)) + Number(Boolean(expand));
  const look = [
    'tg-grid',
    `tg-grid-after-${controls}`,
    columns.length > MANY && 'tg-grid-dense',
    compact && 'tg-grid-compact',
    props.isTight && 'tg-grid-tight',
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={region} className="tg-grid-scroll" tabIndex={0} aria-label={label}>
      <table className={look.filter(Boolean).join(' ')} aria-rowcount={isCounted ? total + 1 : -1}>
        <GridHead {...props} selected={selected} />
        <tbody>
          <Gap height={above} />
          {rows.slice(from, to).map((row, index) => {
            const key = rowKey(row);
            return (
              <GridRow
                key={key}
                row={row}
                columns={columns}
                actions={actions}
                place={from + index}
                index={first + from + index}
                hasEnd={Boolean(actions || props.chooser)}
                isTight={props.isTight ?? false}
                isOpen={expand && open.has(key)}
                details={expand && open.has(key) ? expand(row) : undefined}
                isSelected={selection && selected.has(key)}
                isCurrent={openKey !== undefined && openKey === key}
                opens={Boolean(props.onOpen ?? expand)}
                table={newest}
              />
            );
          })}
          <Gap height={below} />
        </tbody>
      </table>
    </section>
  );
}

function withToggled<Key>(keys: ReadonlySet<Key>, key: Key): ReadonlySet<Key> {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** Number of columns from which a table is dense. */
const MANY = 7;

/** Spacer for rows that are not rendered. */
function Gap({ height }: { height: number }) {
  if (height === 0) return null;
  return (
    <tr aria-hidden className="tg-grid-gap">
      <td style={{ height }} />
    </tr>
  );
}
