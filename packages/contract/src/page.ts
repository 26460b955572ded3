import * as z from 'zod/mini';
import { queryInteger, queryText } from './field-schemas.ts';

/** Rows of a page when the request names no `page_size`. */
export const DEFAULT_PAGE_SIZE = 10;
/** A larger `page_size` counts as this one. */
export const MAX_PAGE_SIZE = 100;

/** `p` counts from 1 or from 0, depending on the list; the service knows which. */
export const pageQuery = { p: queryInteger, page_size: queryInteger };

/** One page of a list with its position and total. */
export function pageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({ items: z.array(item), total: z.int(), page: z.int(), page_size: z.int() });
}

/** Position after the last row of the previous page. Rows added meanwhile do not shift it. `p` is ignored with it. */
export const cursorQuery = { cursor: queryText };

/**
 * A page that can also be followed by cursor: `next_cursor` selects the rows after it, null at the end. With
 * a cursor nothing is counted, and `total` is -1.
 */
export function cursorPageOf<T extends z.ZodMiniType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
    next_cursor: z._default(z.nullable(z.string()), null),
  });
}

/** A page of a list that grows while it is read. `next_cursor` requests the rows after it; null: there are none. */
export interface CursorPage<T> extends Page<T> {
  next_cursor: string | null;
}

/** A page of a list. `total` counts the rows of all pages. */
export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  page_size: number;
}
