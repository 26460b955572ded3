/** Distinguishes connections of a pool that were opened before a certain moment from newer ones. */
export interface Generations<Connection extends object> {
  /** Registers a connection that has just been opened. */
  add(connection: Connection): void;
  /** Retires all connections registered so far. */
  retire(): void;
  isRetired(connection: Connection): boolean;
}

export function createGenerations<Connection extends object>(): Generations<Connection> {
  const generationOf = new WeakMap<Connection, number>();
  let current = 0;
  return {
    add: (connection) => void generationOf.set(connection, current),
    retire() {
      current += 1;
    },
    isRetired: (connection) => (generationOf.get(connection) ?? current) < current,
  };
}
