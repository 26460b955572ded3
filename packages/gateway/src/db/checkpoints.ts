import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DatabaseAddress } from './address.ts';

/**
 * Copies the write-ahead logs of SQLite back into their files from a thread of its own, so that the waits for the disk
 * do not stop the event loop. Without it SQLite does the same now and then within a commit. Answers how to stop it;
 * stop it before the databases close.
 *
 * The thread is waited for at both ends and never terminated: a thread that is torn down while it loads or runs
 * SQLite's native code takes the whole process with it.
 */
export async function startCheckpoints(addresses: readonly DatabaseAddress[]): Promise<() => Promise<void>> {
  const files = addresses.flatMap((address) => (address.kind === 'sqlite' ? [address.file] : []));
  if (files.length === 0) return async () => {};
  const worker = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: files });
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', () => {}); // Commits do it themselves then.
  await Promise.race([once(worker, 'message').catch(() => {}), ended]);
  worker.unref();
  return () => {
    worker.ref();
    worker.postMessage('stop');
    return ended;
  };
}
