import type { AreaContext } from '@tollgate/console-sdk';

export interface SavedView {
  name: string;
  /** The filters as a query of the address, without page and open entry. */
  search: string;
}

type Storage = AreaContext['storage'];

const KEY = 'log-views';
const NOT_OF_VIEW = ['page', 'page_size', 'entry'];

/** Returns the filters of an address; empty when nothing is filtered. */
export function viewOf(params: URLSearchParams): string {
  const filters = new URLSearchParams(params);
  for (const name of NOT_OF_VIEW) filters.delete(name);
  filters.sort();
  return filters.toString();
}

/** Returns the stored views; none when what is stored has another form. */
export function readViews(storage: Storage): readonly SavedView[] {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

export function writeViews(storage: Storage, views: readonly SavedView[]): void {
  storage.set(KEY, JSON.stringify(views));
}

function isView(value: unknown): value is SavedView {
  const { name, search } = (value ?? {}) as Partial<SavedView>;
  return typeof name === 'string' && typeof search === 'string';
}
