import { constants, getPriority, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { describeError } from '../core/sent-errors.ts';
import { startCheckpoints } from './checkpoints.ts';
import { type Executed, type SqliteConnection, SqliteFile } from './sqlite-connection.ts';
import type { Answer, Request, ThreadOptions } from './sqlite-thread.ts';

/** On a core that it shares with the event loop, a batch would make calls wait for its whole time slice. */
const NICER = 5;

/** The far end of `sqlite-thread.ts`. */
const { checkpointed, written } = workerData as ThreadOptions;
// On Linux the priority applies to the thread; elsewhere it would slow the whole gateway. A quarter of a busy core is
// left, and rows take a tenth of what their calls take.
if (process.platform === 'linux')
  setPriority(Math.min(getPriority() + NICER, constants.priority.PRIORITY_LOW));
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
  for (const [sql, parameters] of task) executed = await found.execute(sql, parameters);
  return executed;
}

function stop(): void {
  stopCheckpoints();
  for (const connection of connections.values()) connection.close();
  parentPort?.close();
}
