import type { Selection } from './types.ts';

type Key = string | number;

/** Selection of the rows on this page, within a selection over several pages. */
export function useSelection(pageKeys: Key[], selection: Selection | undefined) {
  const chosen = new Set<Key>(selection?.keys);
  const onPage = pageKeys.filter((key) => chosen.has(key));
  const all = pageKeys.length > 0 && onPage.length === pageKeys.length;

  return {
    all,
    some: onPage.length > 0,
    has: (key: Key) => chosen.has(key),
    toggle(key: Key) {
      if (!chosen.delete(key)) chosen.add(key);
      selection?.onChange([...chosen]);
    },
    toggleAll() {
      for (const key of pageKeys) {
        if (all) chosen.delete(key);
        else chosen.add(key);
      }
      selection?.onChange([...chosen]);
    },
  };
}
