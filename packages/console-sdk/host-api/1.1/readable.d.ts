/** A value that changes, as an area sees it: to read and to follow, not to write. */
export interface Readable<T> {
  get(): T;
  /** Calls back after every change. The answer stops it. */
  subscribe(listener: () => void): () => void;
}
export interface Store<T> extends Readable<T> {
  set(value: T): void;
}
export declare function createStore<T>(initial: T): Store<T>;
