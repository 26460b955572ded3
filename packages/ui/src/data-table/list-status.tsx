import { useEffect, useState } from 'react';
import type { Filters } from './use-list-state.ts';

/** A search that runs while the user types is announced after the last letter. */
const SETTLED_MS = 1000;

interface Props {
  filters: Filters | undefined;
  /** The number of results as a sentence; undefined while they load. */
  results: string | undefined;
}

/** Says the number of results to screen readers after the filters have changed, not after each refresh. */
export function ListStatus({ filters, results }: Props) {
  const search = JSON.stringify(filters);
  const [lastSearch, setLastSearch] = useState(search);
  const [announcement, setAnnouncement] = useState('');
  const isNew = search !== lastSearch;

  useEffect(() => {
    if (!isNew || results === undefined) return;
    const timer = setTimeout(() => {
      setLastSearch(search);
      setAnnouncement(results);
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [isNew, search, results]);

  return (
    <span aria-live="polite" className="tg-visually-hidden">
      {isNew ? '' : announcement}
    </span>
  );
}
