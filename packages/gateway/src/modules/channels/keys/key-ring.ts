import { ChannelStatus } from '@tollgate/contract';

/** Several keys of one account, used in turn or at random. */
export interface KeyRing {
  /** Returns an enabled key, the preferred one if it is usable. Without any: one that the gateway disabled, before one that a user disabled. */
  next(prefers?: (key: string) => boolean): string;
  /** The number of keys, whatever their state. */
  readonly size: number;
  /** Removes one for the lifetime of the ring. */
  drop(key: string): void;
  /** Whether another key is on, when this one was removed or refused with a `status` about the key alone. */
  hasAnother(key: string, status: number): boolean;
}

/** A key with its `ChannelStatus`. */
export interface RingKey {
  key: string;
  status: number;
}

/** `random` returns from 0 to 1; without it the keys take turns. */
export function createKeyRing(keys: readonly RingKey[], random?: () => number): KeyRing {
  const dropped = new Set<string>();
  let next = 0;
  const statusOf = ({ key, status }: RingKey) => (dropped.has(key) ? ChannelStatus.tripped : status);
  function usable(): readonly RingKey[] {
    for (const wanted of [ChannelStatus.enabled, ChannelStatus.tripped]) {
      const some = keys.filter((each) => statusOf(each) === wanted);
      if (some.length > 0) return some;
    }
    return keys;
  }
  return {
    size: keys.length,
    next(prefers) {
      if (keys.length === 1) return keys[0]?.key ?? '';
      const ring = usable();
      const preferred = prefers && ring.find(({ key }) => prefers(key));
      if (preferred) return preferred.key;
      if (random) return ring[Math.floor(random() * ring.length)]?.key ?? '';
      const following = [...keys.slice(next), ...keys].find((each) => ring.includes(each));
      if (!following) return '';
      next = (keys.indexOf(following) + 1) % keys.length;
      return following.key;
    },
    drop(key) {
      dropped.add(key);
    },
    hasAnother: (key, status) =>
      (dropped.has(key) || aboutTheKey.has(status)) &&
      keys.some((each) => each.key !== key && statusOf(each) === ChannelStatus.enabled),
  };
}

/** The vendor does not know the key, its account is out of credit, or it is rate-limited. */
const aboutTheKey = new Set([401, 402, 429]);
