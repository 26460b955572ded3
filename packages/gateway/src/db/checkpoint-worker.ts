import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const everyMs = 250;
/** A quarter of the pages at which a commit would copy them itself. */
const MANY_PAGES = 1000;
/** Fewer pages are copied after this many looks: pages that change all the time are copied less often. */
const PATIENT_LOOKS = 8;

interface Progress {
  readonly log: number;
  readonly checkpointed: number;
}

const databases = (workerData as string[]).map((file) => new Database(file, { timeout: 0 }));
const looks = databases.map((database) => {
  const progress = database.prepare<[], Progress>('PRAGMA wal_checkpoint(NOOP)');
  // Passive: copies unused pages and never makes a writer wait.
  const checkpoint = database.prepare('PRAGMA wal_checkpoint(PASSIVE)');
  let looked = 0;
  return () => {
    const { log = 0, checkpointed = 0 } = progress.get() ?? {};
    if (log <= checkpointed) return;
    looked += 1;
    if (log - checkpointed < MANY_PAGES && looked < PATIENT_LOOKS) return;
    looked = 0;
    checkpoint.all();
  };
});
const timer = setInterval(() => {
  for (const look of looks) look();
}, everyMs);

parentPort?.once('message', () => {
  clearInterval(timer);
  for (const database of databases) database.close();
});
parentPort?.postMessage('ready');
