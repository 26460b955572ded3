import { type SharedStore, scripts } from './shared-store.ts';

/** What several gateways tell each other about who needs a pause. It may get lost: then each learns by itself. */
export interface Rests {
  /** Tells the others that something rests for so many milliseconds; 0 ends its rest. */
  tell(id: number, ms: number): void;
  /** Whether another gateway said so within the last second or before. Never waits. */
  isResting(id: number): boolean;
}

/** A gateway by itself. */
export const nobodyTells: Rests = { tell() {}, isResting: () => false };

const HEAR_MS = 1000;

/** Whoever asks makes it listen again, at most once a second; what it heard counts by its own clock. */
export function createSharedRests(
  store: SharedStore,
  key: string,
  now: () => number = () => performance.now(),
): Rests {
  let ends: ReadonlyMap<number, number> = new Map();
  let heardAt = Number.NEGATIVE_INFINITY;

  async function hear(): Promise<void> {
    const told = await store.run(scripts.hearRests, key, []);
    if (!Array.isArray(told)) return;
    const pairs = told.flatMap((id, at) =>
      at % 2 === 0 ? [[Number(id), now() + Number(told[at + 1])] as const] : [],
    );
    ends = new Map(pairs);
  }

  return {
    tell: (id, ms) => void store.run(scripts.tellRest, key, [String(id), String(Math.ceil(ms))]),
    isResting(id) {
      if (now() - heardAt > HEAR_MS) {
        heardAt = now();
        void hear();
      }
      return (ends.get(id) ?? 0) > now();
    },
  };
}
