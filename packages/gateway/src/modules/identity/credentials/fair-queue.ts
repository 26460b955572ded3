/** The requester of a task. */
export interface Requester {
  /** Tasks of one network take turns with each other, and together with other networks. */
  readonly network: string;
  /** Goes first: the gateway itself, a signed-in user, or a place that signed in to the account before. */
  readonly isKnown: boolean;
}

interface Bounds {
  /** Tasks at a time. */
  running: number;
  /** Waiting tasks, each of known and of unknown requesters. */
  waiting: number;
  /** Tasks of unknown requesters a second, however fast they end, once `burst` is used up. */
  perSecond: number;
  /** Tasks of unknown requesters that start without a pause after a quiet time. */
  burst: number;
  /** The error for a task that finds no place. */
  refuse: () => Error;
}

interface Waiting {
  start(): void;
  reject(error: Error): void;
}

type Lane = Map<string, Waiting[]>;

/**
 * Runs a few tasks at a time and queues the rest: known requesters first, then one task of each network in
 * turn. When the queue is full, the network with most waiting tasks loses its newest, so that one that floods
 * the queue takes no place from others.
 */
export function createFairQueue({ running, waiting, perSecond, burst, refuse }: Bounds) {
  const lanes = { known: new Map() as Lane, unknown: new Map() as Lane };
  let active = 0;
  const paceMs = 1000 / perSecond;
  let nextUnknownAt = Number.NEGATIVE_INFINITY;
  let isPacing = false;

  function startNext(): void {
    while (active < running) {
      const next = takeNext(lanes.known) ?? takePaced();
      if (!next) return;
      active += 1;
      next.start();
    }
  }

  function takePaced(): Waiting | undefined {
    if (lanes.unknown.size === 0) return undefined;
    const now = performance.now();
    if (now < nextUnknownAt) {
      if (!isPacing) setTimeout(endPace, nextUnknownAt - now);
      isPacing = true;
      return undefined;
    }
    nextUnknownAt = Math.max(nextUnknownAt, now - burst * paceMs) + paceMs;
    return takeNext(lanes.unknown);
  }

  function endPace(): void {
    isPacing = false;
    startNext();
  }

  /** @param signal removes a waiting task from the queue; its reason rejects the promise */
  return function run<T>(
    task: () => Promise<T>,
    { network, isKnown }: Requester,
    signal?: AbortSignal,
  ): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      signal?.throwIfAborted();
      const start = () => {
        task()
          .then(resolve, reject)
          .finally(() => {
            active -= 1;
            startNext();
          });
      };
      const lane = isKnown ? lanes.known : lanes.unknown;
      if (sizeOf(lane) >= waiting && !makeRoom(lane, network, refuse)) {
        reject(refuse());
        return;
      }
      const place = { start, reject };
      lane.set(network, [...(lane.get(network) ?? []), place]);
      signal?.addEventListener('abort', () => remove(lane, network, place) && reject(signal.reason));
      startNext();
    });
  };
}

/** Takes the oldest task of the network whose turn it is, and puts the network at the end. */
function takeNext(lane: Lane): Waiting | undefined {
  for (const [network, [first, ...rest]] of lane) {
    lane.delete(network);
    if (rest.length > 0) lane.set(network, rest);
    return first;
  }
  return undefined;
}

/** Returns false for a task that does not wait any more. */
function remove(lane: Lane, network: string, place: Waiting): boolean {
  const tasks = lane.get(network) ?? [];
  const rest = tasks.filter((each) => each !== place);
  if (rest.length > 0) lane.set(network, rest);
  else lane.delete(network);
  return rest.length < tasks.length;
}

/** Refuses the newest task of the largest network. Returns false when that is the network of the new task. */
function makeRoom(lane: Lane, network: string, refuse: () => Error): boolean {
  const own = lane.get(network)?.length ?? 0;
  let largest: [string, Waiting[]] | undefined;
  for (const entry of lane) if (entry[1].length > (largest?.[1].length ?? own + 1)) largest = entry;
  if (!largest) return false;
  largest[1].pop()?.reject(refuse());
  return true;
}

function sizeOf(lane: Lane): number {
  let size = 0;
  for (const tasks of lane.values()) size += tasks.length;
  return size;
}
