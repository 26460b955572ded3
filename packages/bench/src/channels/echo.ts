import { Socket } from 'node:net';
import { parentPort } from 'node:worker_threads';
import { readFrames, writeFrame } from '../../../gateway/src/workers/frames.ts';
import { answerThread } from './thread.ts';

/** The other end of a channel: answers each batch with one outcome for each of its operations. */
function answer(batch: readonly { cpu?: boolean }[]): unknown {
  const { user, system } = process.cpuUsage();
  return batch[0]?.cpu ? (user + system) / 1000 : batch.map(() => 'ok');
}

switch (process.argv[2]) {
  case 'socket': {
    const socket = new Socket({ fd: 3 });
    readFrames(socket, (batch) => writeFrame(socket, answer(batch as { cpu?: boolean }[])));
    break;
  }
  case 'ipc':
    process.on('message', (batch) => process.send?.(answer(batch as { cpu?: boolean }[])));
    break;
  default:
    if (parentPort) answerThread(parentPort, (batch) => answer(batch));
}
