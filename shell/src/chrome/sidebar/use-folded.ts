import { useState } from 'react';
import { useStatus } from '../../status/status-context.ts';
import { readStored, writeStored } from '../../storage.ts';

const foldedKey = 'default_collapse_sidebar';

/** Whether the sidebar shows icons only: as the user left it, else as the site wants it. */
export function useFolded(): [isFolded: boolean, setFolded: (next: boolean) => void] {
  const { default_collapse_sidebar: byDefault } = useStatus();
  const [own, setOwn] = useState(() => readStored(foldedKey));
  return [own === undefined ? byDefault : own === 'true', remember];

  function remember(next: boolean): void {
    writeStored(foldedKey, String(next));
    setOwn(String(next));
  }
}
