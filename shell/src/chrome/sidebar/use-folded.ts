import { useState, useSyncExternalStore } from 'react';
import { useStatus } from '../../status/status-context.ts';
import { readStored, writeStored } from '../../storage.ts';

const foldedKey = 'default_collapse_sidebar';

/** Page names would take a quarter of such a window. */
const narrow = '(max-width: 900px)';

/** Returns whether the sidebar shows icons only: the user's choice, else the site's default, else by window width. */
export function useFolded(): [isFolded: boolean, setFolded: (next: boolean) => void] {
  const { default_collapse_sidebar: byDefault } = useStatus();
  const [own, setOwn] = useState(() => readStored(foldedKey));
  const isNarrow = useSyncExternalStore(followWidth, () => window.matchMedia(narrow).matches);
  return [own === undefined ? byDefault || isNarrow : own === 'true', remember];

  function remember(next: boolean): void {
    writeStored(foldedKey, String(next));
    setOwn(String(next));
  }
}

function followWidth(onChange: () => void): () => void {
  const media = window.matchMedia(narrow);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
