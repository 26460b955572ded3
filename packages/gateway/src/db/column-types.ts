import type { ColumnType } from 'kysely';

/** 0 or 1: the boolean type that is the same on all databases. */
export type Flag = number;
/** Seconds since 1970. */
export type UnixSeconds = number;

/** A column with a default in the database. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;
/** May be left out of an insert; null then. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
