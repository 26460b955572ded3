import { useEffect } from 'react';

/**
 * Reads that somebody waits for. A search that was typed on, or a page that was left, gives its connection back: a
 * browser has six of them for a server, and a slow one would keep the next page waiting. SWR knows nothing of it:
 * for the cache, a read that was given up is a slow one, which continues when somebody needs its data again.
 */
interface Read {
  isGivenUp: () => boolean;
  giveUp: () => void;
  goOn: () => void;
}

/** By key: a refresh may overtake a first read. */
const reads = new Map<string, Set<Read>>();
const readers = new Map<string, number>();

/** Resolves like `send`, which is called again when the read was given up and is needed after all. */
export function readWhileNeeded(
  key: string,
  send: (signal: AbortSignal) => Promise<unknown>,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let control: AbortController | undefined;
    const read: Read = {
      isGivenUp: () => control === undefined,
      giveUp() {
        control?.abort();
        control = undefined;
      },
      goOn() {
        if (control) return;
        control = new AbortController();
        const { signal } = control;
        const end = (settle: () => void) => {
          if (signal.aborted) return;
          forget(key, read);
          settle();
        };
        send(signal).then(
          (answer) => end(() => resolve(answer)),
          (error) => end(() => reject(error)),
        );
      },
    };
    const others = [...(reads.get(key) ?? [])].filter(({ isGivenUp }) => !isGivenUp()); // this one replaces them
    reads.set(key, new Set(others).add(read));
    read.goOn();
  });
}

/** Says that this component needs what is read under the key. */
export function useNeeded(key: string): void {
  useEffect(() => {
    readers.set(key, (readers.get(key) ?? 0) + 1);
    for (const read of reads.get(key) ?? []) read.goOn();
    return () => void setTimeout(() => leave(key)); // the next page may need the same
  }, [key]);
}

function leave(key: string): void {
  const left = (readers.get(key) ?? 1) - 1;
  if (left > 0) {
    readers.set(key, left);
    return;
  }
  readers.delete(key);
  for (const read of reads.get(key) ?? []) read.giveUp();
}

function forget(key: string, read: Read): void {
  const others = reads.get(key);
  others?.delete(read);
  if (others?.size === 0) reads.delete(key);
}
