/** An observable value that an area can read and follow, not write. */
export interface Readable<T> {
  get(): T;
  /** Calls back after every change. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}
/** A value that its owner may change. Setting the same value does nothing. */
export interface Store<T> extends Readable<T> {
  set(value: T): void;
}
/** Creates a store. Listeners are called at once, in the order in which they subscribed. */
export declare function createStore<T>(initial: T): Store<T>;
