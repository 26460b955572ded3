import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ColumnChoice } from './use-columns.ts';

type Keys = ReadonlySet<string>;

interface Fitting<Row> {
  choice: ColumnChoice<Row>;
  rows: readonly Row[] | undefined;
  crowded: Keys;
  setCrowded: (keys: Keys) => void;
}

/**
 * Finds the columns that have no room in the table, so that cost or status are not beyond its edge. All columns
 * are measured once for each set of columns; then the width of the table decides. Title, facts and the columns that the
 * user chose stay.
 */
export function useFittingColumns<Row>(
  region: RefObject<HTMLElement | null>,
  { choice, rows, crowded, setCrowded }: Fitting<Row>,
): void {
  const widths = useRef<Map<string, number>>(undefined);
  const keys = choice.shown.map(({ key }) => key).join(' ');
  const fit = useRef(() => {});
  fit.current = () => {
    const box = region.current?.querySelector<HTMLElement>('.tg-grid-scroll');
    if (!box || !rows?.length) return;
    if (box.scrollWidth > box.clientWidth + 1) widths.current = measure(box, widths.current);
    if (!widths.current) return;
    const next = crowdedOf(choice, crowded, widths.current, box);
    if (next.size !== crowded.size || [...next].some((key) => !crowded.has(key))) setCrowded(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and columns decide the widths
  useLayoutEffect(() => {
    const table = region.current?.querySelector('.tg-grid');
    if (!region.current || !table) return;
    fit.current();
    const resizes = new ResizeObserver(() => fit.current()); // also when cells get their contents late
    resizes.observe(region.current);
    resizes.observe(table);
    return () => resizes.disconnect();
  }, [region, rows, keys]);
}

/** Adds the widths of the shown columns to those that are known of the others. */
function measure(box: HTMLElement, known: Map<string, number> = new Map()): Map<string, number> {
  const heads = [...box.querySelectorAll<HTMLElement>('thead th[data-column]')];
  return new Map([...known, ...heads.map((head) => [head.dataset.column ?? '', head.offsetWidth] as const)]);
}

function crowdedOf<Row>(
  { shown, isDecided }: ColumnChoice<Row>,
  crowded: Keys,
  widths: Map<string, number>,
  box: HTMLElement,
): Keys {
  const sum = (keys: string[]) => keys.reduce((total, key) => total + (widths.get(key) ?? 0), 0);
  const controls = [...box.querySelectorAll<HTMLElement>('thead th:not([data-column])')];
  const gone = [...crowded].filter((key) => !isDecided(key));
  let excess = sum(shown.map(({ key }) => key)) + sum(gone) - box.clientWidth;
  for (const { offsetWidth } of controls) excess += offsetWidth;
  const next = new Set<string>();
  const mayGo = shown.slice(1).filter(({ key, mobile }) => mobile === undefined && !isDecided(key));
  for (const key of [...gone, ...mayGo.map(({ key }) => key).reverse()]) {
    if (excess <= 0) break;
    excess -= widths.get(key) ?? 0;
    next.add(key);
  }
  return next;
}
