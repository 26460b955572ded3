import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ColumnChoice } from './use-columns.ts';

type Keys = ReadonlySet<string>;

/** What a table leaves out to fit its width. */
export interface Crowding {
  /** Keys of the columns without room. */
  hidden: Keys;
  /** Not even title and facts have room: cells are cut, and all actions are in the menu. */
  isTight: boolean;
  /** And the table is so narrow that it is a list of records, as on a phone. */
  isList: boolean;
}

export const UNCROWDED: Crowding = { hidden: new Set(), isTight: false, isList: false };

interface Fitting<Row> {
  choice: ColumnChoice<Row>;
  rows: readonly Row[] | undefined;
  /** Whether the table is a list of records now, which has no columns. */
  isList: boolean;
  crowding: Crowding;
  setCrowding: (crowding: Crowding) => void;
}

/**
 * Finds the columns that have no room in the table, so that cost or status are not beyond its edge. All columns
 * are measured once for each set of columns; then the width of the table decides. Title, facts and the columns that the
 * user chose stay.
 */
export function useFittingColumns<Row>(
  region: RefObject<HTMLElement | null>,
  { choice, rows, isList, crowding, setCrowding }: Fitting<Row>,
): void {
  const widths = useRef<Map<string, number>>(undefined);
  const keys = choice.shown.map(({ key }) => key).join(' ');
  const fit = useRef(() => {});
  fit.current = () => {
    const room = region.current?.clientWidth ?? 0;
    const box = region.current?.querySelector<HTMLElement>('.tg-grid-scroll');
    if (!rows?.length) return;
    if (box && box.scrollWidth > box.clientWidth + 1 && !crowding.isTight)
      widths.current = measure(box, widths.current);
    if (!widths.current) return;
    const next = crowdingOf(choice, crowding.hidden, widths.current, room);
    if (isInDialog(region.current)) next.isList = false;
    if (!isSame(next, crowding)) setCrowding(next);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: rows and columns decide the widths
  useLayoutEffect(() => {
    const table = region.current?.querySelector('.tg-grid');
    if (!region.current || !(table || crowding.isList)) return;
    fit.current();
    const resizes = new ResizeObserver(() => fit.current()); // also when cells get their contents late
    resizes.observe(region.current);
    if (table) resizes.observe(table);
    return () => resizes.disconnect();
  }, [region, rows, keys, isList]);
}

/** In pixels. Wider tables have room for their facts, unless people chose more columns: then they scroll. */
const LIST_BELOW = 640;

/** Dialogs and drawers keep their tables, which are made for them. */
function isInDialog(region: HTMLElement | null): boolean {
  return Boolean(region?.closest('[role="dialog"]'));
}

/** Adds the widths of the shown columns to those that are known of the others. */
function measure(box: HTMLElement, known: Map<string, number> = new Map()): Map<string, number> {
  const widths = new Map(known).set(CONTROLS, 0);
  for (const { dataset, offsetWidth } of box.querySelectorAll<HTMLElement>('thead th')) {
    if (dataset.column !== undefined) widths.set(dataset.column, offsetWidth);
    else widths.set(CONTROLS, widths.get(CONTROLS)! + offsetWidth);
  }
  return widths;
}

/** In the map of widths: checkboxes, arrows and actions. */
const CONTROLS = '';

function crowdingOf<Row>(
  { shown, isDecided }: ColumnChoice<Row>,
  hidden: Keys,
  widths: Map<string, number>,
  room: number,
): Crowding {
  const sum = (keys: string[]) => keys.reduce((total, key) => total + (widths.get(key) ?? 0), 0);
  const gone = [...hidden].filter((key) => !isDecided(key));
  let excess = sum([...shown.map(({ key }) => key), ...gone, CONTROLS]) - room;
  const next = new Set<string>();
  const mayGo = shown.slice(1).filter(({ key, mobile }) => mobile === undefined && !isDecided(key));
  for (const key of [...gone, ...mayGo.map(({ key }) => key).reverse()]) {
    if (excess <= 0) break;
    excess -= widths.get(key) ?? 0;
    next.add(key);
  }
  return { hidden: next, isTight: excess > 0, isList: excess > 0 && room < LIST_BELOW };
}

function isSame(one: Crowding, other: Crowding): boolean {
  const { hidden } = one;
  return (
    one.isTight === other.isTight &&
    one.isList === other.isList &&
    hidden.size === other.hidden.size &&
    [...hidden].every((key) => other.hidden.has(key))
  );
}
