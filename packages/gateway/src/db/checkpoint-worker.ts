import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';

const everyMs = 250;

/** Passive: checkpoints unused pages and never makes a writer wait. */
const databases = (workerData as string[]).map((file) => new Database(file, { timeout: 0 }));
const checkpoints = databases.map((database) => database.prepare('PRAGMA wal_checkpoint(PASSIVE)'));
const timer = setInterval(() => {
  for (const checkpoint of checkpoints) checkpoint.all();
}, everyMs);

parentPort?.once('message', () => {
  clearInterval(timer);
  for (const database of databases) database.close();
});
parentPort?.postMessage('ready');
