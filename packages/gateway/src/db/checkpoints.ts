import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseAddress } from './address.ts';

/**
 * Copies the write-ahead logs of SQLite back into their files from a separate thread, so that disk waits do
 * not block the event loop. Without it SQLite sometimes does this within a commit. Returns a function that
 * stops it; call that before the databases close.
 *
 * Start and stop wait for the thread, and it is never terminated: a thread that is torn down while it loads
 * or runs SQLite's native code ends the whole process.
 */
export async function startCheckpoints(addresses: readonly DatabaseAddress[]): Promise<() => Promise<void>> {
  const files = addresses.flatMap((address) => (address.kind === 'sqlite' ? [address.file] : []));
  if (files.length === 0) return async () => {};
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: files });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', () => {}); // Commits do the checkpoints then.
  await Promise.race([once(worker, 'message').catch(() => {}), ended]);
  worker.unref();
  return () => {
    worker.ref();
    worker.postMessage('stop');
    return ended;
  };
}
