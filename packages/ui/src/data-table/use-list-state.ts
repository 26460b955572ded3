import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readLocal, writeLocal } from '../provider/local-storage.ts';

/** Filters by name, as texts of the URL. Empty: not filtered. */
export type Filters = Record<string, string>;

/** What a list shows when the URL says nothing. */
export interface ListDefaults<F extends Filters> {
  /** Every filter with its default. The names become query parameters. */
  filters: F;
  /** Column key, with `-` before it for descending. */
  sort?: string;
}

/** Page, filters and order of a list, kept in the URL. */
export interface ListState<F extends Filters = Filters> {
  /** From 1. */
  page: number;
  pageSize: number;
  filters: F;
  sort: string;
  /** Names of the filters that differ from their default. */
  activeFilters: string[];
  isFiltered: boolean;
  setPage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
  /** Changes the named filters and goes to the first page. `isRefined` replaces the entry of the browser's history. */
  setFilters: (changes: Partial<F>, isRefined?: boolean) => void;
  clearFilters: () => void;
  setSort: (sort: string) => void;
}

/**
 * Page, filters and sort of a list, kept in the URL so that a view can be shared and survives back and reload. Defaults
 * stay out of the URL. The page size is stored for all lists. `defaults` may be an inline object.
 */
export function useListState<F extends Filters>(defaults: ListDefaults<F>): ListState<F> {
  const [params, setParams] = useSearchParams();
  const defaultsKey = JSON.stringify(defaults);
  const known = useMemo(() => JSON.parse(defaultsKey) as ListDefaults<F>, [defaultsKey]);

  const change = useCallback(
    (changes: Record<string, string>, stay: Record<string, string>, isRefined = false) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          for (const [name, value] of Object.entries(changes)) {
            if (value === stay[name]) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: isRefined },
      ),
    [setParams],
  );

  return useMemo(() => {
    const { filters, sort = '' } = known;
    const stay = { ...filters, page: '1', sort };
    const chosen = Object.fromEntries(
      Object.entries(filters).map(([name, value]) => [name, params.get(name) ?? value]),
    ) as F;
    const activeFilters = Object.keys(filters).filter((name) => chosen[name] !== filters[name]);
    return {
      page: positive(params.get('page')) ?? 1,
      pageSize: sizeIn(params.get('page_size')) ?? sizeIn(readLocal(pageSizeKey)) ?? PAGE_SIZE,
      filters: chosen,
      sort: params.get('sort') ?? sort,
      activeFilters,
      isFiltered: activeFilters.length > 0,
      setPage: (page) => change({ page: String(page) }, stay),
      setPageSize: (size) => {
        writeLocal(pageSizeKey, String(size));
        change({ page_size: String(size), page: '1' }, stay);
      },
      setFilters: (changes, isRefined) => change({ ...(changes as Filters), page: '1' }, stay, isRefined),
      clearFilters: () => change({ ...filters, page: '1' }, stay),
      setSort: (next) => change({ sort: next, page: '1' }, stay),
    };
  }, [known, params, change]);
}

const pageSizeKey = 'page-size';
const PAGE_SIZE = 20;
/** The server's maximum page size. */
const MAX_PAGE_SIZE = 100;

function positive(text: string | null | undefined): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

function sizeIn(text: string | null | undefined): number | undefined {
  const size = positive(text);
  return size === undefined || size > MAX_PAGE_SIZE ? undefined : size;
}
