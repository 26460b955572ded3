import { useData } from '@tollgate/api-client';
import {
  type Drawing,
  getDrawingBars,
  getOwnDrawingBars,
  listDrawings,
  listOwnDrawings,
  pageDrawings,
  pageOwnDrawings,
} from '@tollgate/contract';
import type { ListState } from '@tollgate/ui/data';
import { type CountedSource, countedSource } from '../shared/counted-source.ts';
import { atCall, type PageRange } from '../shared/use-time-range.ts';
import { isOver } from './drawing-labels.tsx';
import type { DrawingQuery } from './drawings-query.ts';

const REFRESH_MS = 15_000;
/** Times of drawings are in milliseconds. */
export const MS_PER_SECOND = 1000;

/**
 * One page of drawings, everybody's for admins, else the user's own. The list counts its pages from 0 and has
 * no total, so the total is requested separately. Reloads while a drawing is running.
 */
export function useDrawings(
  query: DrawingQuery,
  range: PageRange,
  { page, pageSize }: Pick<ListState, 'page' | 'pageSize'>,
  isAdmin: boolean,
): CountedSource<Drawing> {
  const rows = { ...query, p: page - 1, page_size: pageSize };
  const count = { ...query, p: 1, page_size: 1 };
  const counted = { atCall: atCall(range, MS_PER_SECOND) };
  const follow = { ...counted, refreshInterval: follows };
  const everybody = countedSource(
    useData(listDrawings, isAdmin ? rows : null, follow),
    useData(pageDrawings, isAdmin ? count : null, counted),
  );
  const own = countedSource(
    useData(listOwnDrawings, isAdmin ? null : rows, follow),
    useData(pageOwnDrawings, isAdmin ? null : count, counted),
  );
  return isAdmin ? everybody : own;
}

/** Drawings within the filters over time. Reloads like the rows. */
export function useDrawingBars(
  query: DrawingQuery,
  { range, rows }: { range: PageRange; rows: Drawing[] | undefined },
  isAdmin: boolean,
) {
  const options = { atCall: atCall(range, MS_PER_SECOND), refreshInterval: follows(rows) };
  const everybody = useData(getDrawingBars, isAdmin ? query : null, options);
  const own = useData(getOwnDrawingBars, isAdmin ? null : query, options);
  return isAdmin ? everybody : own;
}

function follows(rows: Drawing[] | undefined): number {
  return rows?.some(({ status }) => !isOver(status)) ? REFRESH_MS : 0;
}
