import { scripts } from './scripts.ts';
import type { SharedStore } from './shared-store.ts';

/** Shares cooldowns between gateways. Best effort: without the store each gateway keeps its own. */
export interface Cooldowns {
  /** Publishes a cooldown of `ms` milliseconds; 0 ends it. */
  publish(id: number, ms: number): void;
  /** Whether another gateway published a cooldown, as of up to a second ago. Never waits. */
  isResting(id: number): boolean;
}

/** For a single gateway. */
export const localCooldowns: Cooldowns = { publish() {}, isResting: () => false };

const REFRESH_MS = 1000;

/** A look-up refreshes the cooldowns, at most once a second. Their ends are measured by the local clock. */
export function createSharedCooldowns(
  store: SharedStore,
  key: string,
  now: () => number = () => performance.now(),
): Cooldowns {
  let ends: ReadonlyMap<number, number> = new Map();
  let refreshedAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const reply = await store.run(scripts.hearRests, key, []);
    if (!Array.isArray(reply)) return;
    const pairs = reply.flatMap((id, at) =>
      at % 2 === 0 ? [[Number(id), now() + Number(reply[at + 1])] as const] : [],
    );
    ends = new Map(pairs);
  }

  return {
    publish: (id, ms) => void store.run(scripts.tellRest, key, [String(id), String(Math.ceil(ms))]),
    isResting(id) {
      if (now() - refreshedAt > REFRESH_MS) {
        refreshedAt = now();
        void refresh();
      }
      return (ends.get(id) ?? 0) > now();
    },
  };
}
