import { workerData } from 'node:worker_threads';

/** A thread of a reader that ends the whole process when its gateway is gone, also during a statement. */
const EVERY_MS = 1000;
const gateway = workerData as number;

setInterval(() => {
  if (process.ppid !== gateway) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);
