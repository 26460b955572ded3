/** Reads `key` from localStorage; undefined when storage is blocked. */
export function readLocal(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores `value`, or removes the key when it is undefined. Does nothing when storage is blocked. */
export function writeLocal(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Private windows may block storage; the choice then lasts as long as the page.
  }
}
