import { useData } from '@tollgate/api-client';
import {
  type Drawing,
  listDrawings,
  listOwnDrawings,
  pageDrawings,
  pageOwnDrawings,
} from '@tollgate/contract';
import type { DataSource, ListState } from '@tollgate/ui/data';
import { countedSource } from '../shared/counted-source.ts';
import { isOver } from './drawing-labels.tsx';
import type { DrawingQuery } from './drawings-query.ts';

const REFRESH_MS = 15_000;

/**
 * One page of drawings, everybody's for admins, else the user's own. The list counts its pages from 0 and has
 * no total, so the total is requested separately. Reloads while a drawing is running.
 */
export function useDrawings(
  query: DrawingQuery,
  { page, pageSize }: Pick<ListState, 'page' | 'pageSize'>,
  isAdmin: boolean,
): DataSource<Drawing> {
  const rows = { ...query, p: page - 1, page_size: pageSize };
  const count = { ...query, p: 1, page_size: 1 };
  const follow = { refreshInterval: follows };
  const everybody = countedSource(
    useData(listDrawings, isAdmin ? rows : null, follow),
    useData(pageDrawings, isAdmin ? count : null),
  );
  const own = countedSource(
    useData(listOwnDrawings, isAdmin ? null : rows, follow),
    useData(pageOwnDrawings, isAdmin ? null : count),
  );
  return isAdmin ? everybody : own;
}

function follows(rows: Drawing[] | undefined): number {
  return rows?.some(({ status }) => !isOver(status)) ? REFRESH_MS : 0;
}
