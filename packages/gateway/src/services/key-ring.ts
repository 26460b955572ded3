import { ChannelStatus } from '@tollgate/contract';

/** Several keys of one account, used in turn or at random. */
export interface KeyRing {
  /** One that is on. When none is: one that the gateway turned off, before one that somebody did. */
  next(): string;
  /** Takes one out for as long as the ring lives. */
  drop(key: string): void;
  /** Whether another is on, after this one was taken out or refused with a `status` that is about the key alone. */
  hasAnother(key: string, status: number): boolean;
}

/** A key with what it is: one of `ChannelStatus`. */
export interface RingKey {
  key: string;
  status: number;
}

/** `random` answers from 0 to 1; without it the keys take turns. */
export function createKeyRing(keys: readonly RingKey[], random?: () => number): KeyRing {
  const dropped = new Set<string>();
  let turn = 0;
  const statusOf = ({ key, status }: RingKey) => (dropped.has(key) ? ChannelStatus.tripped : status);
  function usable(): readonly RingKey[] {
    for (const wanted of [ChannelStatus.enabled, ChannelStatus.tripped]) {
      const some = keys.filter((each) => statusOf(each) === wanted);
      if (some.length > 0) return some;
    }
    return keys;
  }
  return {
    next() {
      const ring = usable();
      if (random) return ring[Math.floor(random() * ring.length)]?.key ?? '';
      const following = [...keys.slice(turn), ...keys].find((each) => ring.includes(each));
      if (!following) return '';
      turn = (keys.indexOf(following) + 1) % keys.length;
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

/** The vendor does not know the key, or has had enough of it for now. */
const aboutTheKey = new Set([401, 429]);
