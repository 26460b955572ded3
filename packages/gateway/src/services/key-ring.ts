/** Several keys of one account, used in turn. */
export interface KeyRing {
  /** The next one that was not dropped; when all were, the next of all. */
  next(): string;
  /** Takes one out for as long as the ring lives. Answers whether another is left. */
  drop(key: string): boolean;
}

export function createKeyRing(keys: readonly string[]): KeyRing {
  const dropped = new Set<string>();
  let turn = 0;
  return {
    next() {
      const left = keys.filter((key) => !dropped.has(key));
      const ring = left.length > 0 ? left : keys;
      const key = ring[turn % ring.length] ?? '';
      turn += 1;
      return key;
    },
    drop(key) {
      dropped.add(key);
      return keys.some((each) => !dropped.has(each));
    },
  };
}
