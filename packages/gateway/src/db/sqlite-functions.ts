import type { Database } from 'better-sqlite3';

/** Like `lower`, for letters of all alphabets. */
export const LOWER_OF_ALL = 'lower_of_all';

export function addFunctions(database: Database): void {
  database.function(LOWER_OF_ALL, { deterministic: true }, (value: unknown) =>
    typeof value === 'string' ? value.toLowerCase() : value,
  );
}
