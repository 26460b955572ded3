import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { describeError } from '../core/sent-errors.ts';
import { startCheckpoints } from './checkpoints.ts';
import { type Executed, type SqliteConnection, SqliteFile } from './sqlite-connection.ts';
import type { Answer, Request, ThreadOptions } from './sqlite-thread.ts';

/** On a core that the thread shares with the event loop, a batch of rows would make calls wait for all of it. */
const PAUSE_MS = 1;

/** The far end of `sqlite-thread.ts`. */
const { checkpointed, written } = workerData as ThreadOptions;
const stopCheckpoints = startCheckpoints(checkpointed);
const file = written && new SqliteFile(written, 'NORMAL');
const connections = new Map<number, SqliteConnection>();

parentPort?.on('message', async (request: Request | 'stop') => {
  if (request === 'stop') return stop();
  const [id] = request;
  try {
    parentPort?.postMessage([id, await execute(request)] satisfies Answer);
  } catch (error) {
    parentPort?.postMessage([id, undefined, describeError(error)] satisfies Answer);
  }
});
parentPort?.postMessage('ready');

async function execute([id, connection, task]: Request): Promise<Executed | undefined> {
  if (task === 'open') {
    if (file) connections.set(id, file.connect());
    return undefined;
  }
  const found = connections.get(connection);
  if (!found) throw new Error('The connection is closed');
  if (task === 'close') {
    connections.delete(connection);
    return void found.close();
  }
  if (task === 'rollback') return void (await found.rollback());
  let executed: Executed | undefined;
  for (const [index, [sql, parameters]] of task.entries()) {
    if (index > 0) await pause(PAUSE_MS);
    executed = await found.execute(sql, parameters);
  }
  return executed;
}

function stop(): void {
  stopCheckpoints();
  for (const connection of connections.values()) connection.close();
  parentPort?.close();
}
