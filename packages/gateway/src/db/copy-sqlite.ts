import Database from 'better-sqlite3';

/** How long to wait for another writer, in milliseconds. */
const BUSY_MS = 10_000;
/** Pages of 4 KB per step. The event loop is free between steps. */
const STEP_PAGES = 2000;

/**
 * Copies SQLite databases in use, all from the same moment. `onMoment` runs at that moment. It blocks all
 * writers, so keep it short. The copies themselves block no writer.
 */
export async function copySqlite(
  copies: readonly { from: string; to: string }[],
  onMoment: () => void,
): Promise<void> {
  const snapshots = copies.map(({ from }) => new Database(from, { readonly: true, fileMustExist: true }));
  try {
    const locks = copies.map(({ from }) => new Database(from, { fileMustExist: true, timeout: BUSY_MS }));
    try {
      for (const lock of locks) lock.exec('BEGIN IMMEDIATE');
      for (const snapshot of snapshots) {
        snapshot.exec('BEGIN');
        snapshot.prepare('SELECT count(*) FROM sqlite_schema').get(); // A snapshot begins with its first read.
      }
      onMoment();
    } finally {
      for (const lock of locks) lock.close();
    }
    for (const [index, snapshot] of snapshots.entries()) {
      const { to = '' } = copies[index] ?? {};
      await snapshot.backup(to, { progress: () => STEP_PAGES });
    }
  } finally {
    for (const snapshot of snapshots) snapshot.close();
  }
}
