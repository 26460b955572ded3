interface Limits {
  running: number;
  waiting: number;
  refuse: () => Error;
}

/** Lets a few tasks run at once, keeps some waiting in order, and refuses the rest at the door. */
export function createGate({ running, waiting, refuse }: Limits) {
  let active = 0;
  const queue: (() => void)[] = [];

  return async function pass<T>(task: () => Promise<T>): Promise<T> {
    if (active >= running) {
      if (queue.length >= waiting) throw refuse();
      await new Promise<void>((resolve) => queue.push(resolve));
    } else {
      active += 1;
    }
    try {
      return await task();
    } finally {
      const next = queue.shift();
      if (next) next();
      else active -= 1;
    }
  };
}
