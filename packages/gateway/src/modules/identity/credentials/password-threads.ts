import { Worker } from 'node:worker_threads';

/** Without `stored`, a hash of the password; with it, whether the password belongs to that hash. */
export interface PasswordTask {
  readonly password: string;
  readonly stored?: string;
}

export type PasswordReply = { readonly result: string | boolean } | { readonly error: string };

/**
 * Threads of low priority that hash passwords: they block neither the thread of the relay nor the pool for
 * DNS lookups. Starts a thread when none is free, and keeps it. The caller bounds how many work at a time.
 */
export function createPasswordThreads() {
  const free: Worker[] = [];

  function startThread(): Worker {
    const worker = new Worker(new URL('./password-worker.ts', import.meta.url));
    worker.unref();
    return worker;
  }

  return function run(task: PasswordTask): Promise<string | boolean> {
    const worker = free.pop() ?? startThread();
    return new Promise((resolve, reject) => {
      worker.ref(); // a command must not end before its result
      worker.once('error', reject);
      worker.once('exit', onExit);
      worker.once('message', (reply: PasswordReply) => {
        worker.removeListener('error', reject);
        worker.removeListener('exit', onExit);
        worker.unref();
        free.push(worker);
        if ('error' in reply) reject(new Error(reply.error));
        else resolve(reply.result);
      });
      worker.postMessage(task);

      function onExit(): void {
        reject(new Error('A thread that hashes passwords ended'));
      }
    });
  };
}
