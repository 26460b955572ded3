import Database from 'better-sqlite3';

const everyMs = 250;
/** 4 MB, far below the size at which a commit would copy pages itself. */
const MANY_PAGES = 1000;
/** Fewer pages are copied after this many looks: pages that change all the time are copied less often. */
const PATIENT_LOOKS = 8;

const PASSES = 5;

interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

/**
 * Copies the write-ahead logs of these files back into them, so that commits need not. Waits for the disk: for
 * a thread of its own. Returns a function that stops it.
 */
export function startCheckpoints(files: readonly string[]): () => void {
  const databases = files.map((file) => new Database(file, { timeout: 0 }));
  const looks = databases.map(lookAt);
  const timer = setInterval(() => {
    for (const look of looks) look();
  }, everyMs);
  return () => {
    clearInterval(timer);
    for (const database of databases) database.close();
  };
}

function lookAt(database: Database.Database): () => void {
  const progress = database.prepare<[], Progress>('PRAGMA wal_checkpoint(NOOP)');
  // Passive: copies unused pages and never makes a writer wait.
  const checkpoint = database.prepare<[], Progress>('PRAGMA wal_checkpoint(PASSIVE)');
  let looked = 0;
  return () => {
    const { log = 0, checkpointed = 0 } = run(progress) ?? {};
    if (log <= checkpointed) return;
    looked += 1;
    if (log - checkpointed < MANY_PAGES && looked < PATIENT_LOOKS) return;
    looked = 0;
    // The log begins again only when all of it was copied, and commits add to it meanwhile. Later passes are short.
    for (let pass = 0; pass < PASSES; pass += 1) {
      const copied = run(checkpoint);
      if (!copied || copied.log === copied.checkpointed) return;
    }
  };
}

/** Nothing when the disk is full or away: commits fail then, and say so. */
function run(pragma: Database.Statement<[], Progress>): Progress | undefined {
  try {
    return pragma.get();
  } catch {
    return undefined;
  }
}
