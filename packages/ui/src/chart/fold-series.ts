import { placeOfId } from './series-color.ts';
import type { ChartSeries } from './types.ts';

/** Number of colors that a reader can distinguish. */
export const MAX_SERIES = 8;

export interface FoldedSeries extends ChartSeries {
  total: number;
  /** Of its color. Hiding others does not change it. */
  place: number;
  /** Combines all series that are too small for their own color. */
  isOther: boolean;
}

/**
 * Returns the first series of an order, by default the largest ones. The remaining ones become a single series
 * named `otherName`.
 */
export function foldSeries(
  series: readonly ChartSeries[],
  otherName: string,
  order?: readonly string[],
): FoldedSeries[] {
  const named = series
    .filter(({ isRest }) => !isRest)
    .map(({ name, values, id }) => ({ name, values, id, total: sum(values), isOther: false }))
    .sort((a, b) => b.total - a.total);
  if (order) named.sort((a, b) => placeIn(order, a.name) - placeIn(order, b.name));
  const rest = [...named.slice(MAX_SERIES), ...series.filter(({ isRest }) => isRest)];
  const places = placesOf(named.slice(0, MAX_SERIES));
  const shown = named.slice(0, MAX_SERIES).map((one, index) => ({ ...one, place: places[index] ?? index }));
  const [first] = rest;
  if (!first) return shown;
  const values = first.values.map((_, index) => sum(rest.map((small) => small.values[index] ?? 0)));
  return [...shown, { name: otherName, values, total: sum(values), place: MAX_SERIES, isOther: true }];
}

/**
 * Returns places of colors: by id where there is one, else in order. No two series of a chart share a color: the smaller
 * one of two whose ids have the same color gets a free one.
 */
function placesOf(series: readonly ChartSeries[]): number[] {
  const taken = new Set<number>();
  const wanted = series.map(({ id }) => {
    const place = id === undefined ? undefined : placeOfId(id);
    if (place === undefined || taken.has(place)) return undefined;
    taken.add(place);
    return place;
  });
  return wanted.map((place) => {
    if (place !== undefined) return place;
    let free = 0;
    while (taken.has(free)) free++;
    taken.add(free);
    return free;
  });
}

function placeIn(order: readonly string[], name: string): number {
  const place = order.indexOf(name);
  return place < 0 ? order.length : place;
}

export function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}
