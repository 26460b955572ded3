import { type CursorPage, DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '@tollgate/contract';
import type { Db } from '../../db/schema.ts';

export interface Window {
  offset: number;
  limit: number;
}

/** Returns a page that counts from 1; 0 and nothing mean the first. Also returns the numbers to echo. */
export function pageFrom1(p: number | undefined, size: number | undefined) {
  const page_size = clampSize(size);
  const page = Math.min(Math.max(p ?? 1, 1), MAX_PAGE);
  return { page, page_size, window: { offset: (page - 1) * page_size, limit: page_size } };
}

/** Returns a page that counts from 0. */
export function pageFrom0(p: number | undefined, size: number | undefined): Window {
  const limit = clampSize(size);
  return { offset: Math.min(Math.max(p ?? 0, 0), MAX_PAGE) * limit, limit };
}

interface Listed<F, R> {
  /** Newest first; `before` keeps rows with a smaller id. */
  list(db: Db, filter: F & { before?: number | undefined }, window: Window): Promise<R[]>;
  count(db: Db, filter: F): Promise<number>;
}

/** The page of a request: its number, or the row after which it begins. */
interface PageRequest {
  p: number | undefined;
  page_size: number | undefined;
  cursor: string;
}

interface Query<F> {
  filter: F;
  page: PageRequest;
}

/** Returns a page of a list that is ordered by id: by its number, or after the row that the cursor names. */
export async function cursorPage<F extends object, R extends { id: number }, T>(
  db: Db,
  table: Listed<F, R>,
  query: Query<F>,
  toItem: (row: R) => T,
): Promise<CursorPage<T>> {
  const page = await cursorRows(db, table, query);
  return { ...page, items: page.items.map(toItem) };
}

/** The same with the rows, for data that is read for all of them at once. */
export async function cursorRows<F extends object, R extends { id: number }>(
  db: Db,
  table: Listed<F, R>,
  { filter, page: request }: Query<F>,
): Promise<CursorPage<R>> {
  const { page, page_size, window } = pageFrom1(request.p, request.page_size);
  const before = rowOf(request.cursor);
  const [rows, total] = await Promise.all([
    table.list(db, { ...filter, before }, before === undefined ? window : { ...window, offset: 0 }),
    before === undefined ? table.count(db, filter) : -1,
  ]);
  return { items: rows, total, page, page_size, next_cursor: cursorAfter(rows, page_size) };
}

/** Returns the id of the row after which a page begins. Undefined for an invalid cursor. */
export function rowOf(cursor: string): number | undefined {
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined;
}

/** Null after the last row. A page that is not full is the last one. */
export function cursorAfter(rows: readonly { id: number }[], pageSize: number): string | null {
  const last = rows.length < pageSize ? undefined : rows.at(-1);
  return last ? String(last.id) : null;
}

function clampSize(size: number | undefined): number {
  return size === undefined || size < 1 ? DEFAULT_PAGE_SIZE : Math.min(size, MAX_PAGE_SIZE);
}

/** Keeps the offset a safe integer for any input. */
const MAX_PAGE = 1_000_000_000;
