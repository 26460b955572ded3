/** Reads this browser's memory. Undefined also where the browser refuses (private windows). */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes this browser's memory, or forgets the key when there is nothing to keep. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The page works on without a memory.
  }
}

/** What is stored under the key as JSON; undefined when there is nothing or nothing readable. */
export function readStoredJson(key: string): unknown {
  try {
    return JSON.parse(readStored(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
