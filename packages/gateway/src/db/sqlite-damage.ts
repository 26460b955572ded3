import { statSync } from 'node:fs';
import Database from 'better-sqlite3';

/** Larger files are not checked as a whole at every start. Their damage shows when it is read. */
const CHECK_BYTES = 64 * 1024 * 1024;

/** Returns SQLite's message when the file is damaged or no database. Undefined: no damage found. */
export function findDamage(file: string): string | undefined {
  return whenOpen(file, (database) => {
    try {
      database.prepare('SELECT count(*) FROM sqlite_master').get();
      if (statSync(file).size > CHECK_BYTES) return undefined;
      const answer = database.pragma('quick_check(1)', { simple: true });
      return answer === 'ok' ? undefined : String(answer);
    } catch (error) {
      if (isDamage(error)) return error.message;
      throw error;
    }
  });
}

export function hasTables(file: string): boolean {
  return whenOpen(file, (database) => {
    const count = database.prepare("SELECT count(*) FROM sqlite_master WHERE type = 'table'").pluck().get();
    return Number(count) > 0;
  });
}

/** True for SQLite errors about a damaged file or one that is no database. */
export function isDamage(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);
}

function whenOpen<T>(file: string, read: (database: Database.Database) => T): T {
  const database = new Database(file, { timeout: 10_000, fileMustExist: true });
  try {
    return read(database);
  } finally {
    database.close();
  }
}
