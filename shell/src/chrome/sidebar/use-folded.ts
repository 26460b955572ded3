import { useState } from 'react';
import { useStatus } from '../../status/status-context.ts';
import { readStored, writeStored } from '../../storage.ts';

const foldedKey = 'default_collapse_sidebar';

/** Where names of pages would take a quarter of the window. */
const narrow = '(max-width: 900px)';

/** Whether the sidebar shows icons only: as the user left it, else as the site wants it, else in a narrow window. */
export function useFolded(): [isFolded: boolean, setFolded: (next: boolean) => void] {
  const { default_collapse_sidebar: byDefault } = useStatus();
  const [own, setOwn] = useState(() => readStored(foldedKey));
  const [isNarrow] = useState(() => window.matchMedia(narrow).matches);
  return [own === undefined ? byDefault || isNarrow : own === 'true', remember];

  function remember(next: boolean): void {
    writeStored(foldedKey, String(next));
    setOwn(String(next));
  }
}
