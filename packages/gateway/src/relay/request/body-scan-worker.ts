import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { unpackNow } from '../../net/unpack.ts';
import { scanBody } from './body-scan.ts';
import type { BodyAnswer, BodyQuestion } from './body-scanner.ts';

// On Linux the priority applies to the thread; elsewhere it would slow the whole gateway.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort?.on('message', (question: BodyQuestion) => {
  const answer = work(question);
  const owned = answer.bytes ? [answer.bytes.buffer] : [];
  parentPort?.postMessage({ ...answer, id: question.id } satisfies BodyAnswer, owned);
});

function work(question: BodyQuestion): Omit<BodyAnswer, 'id'> {
  const { bytes } = question;
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if ('limits' in question) return { bytes, scan: scanBody(body, question.limits) };
    const unpacked = unpackNow(body, question.coding, question.most);
    return { bytes: new Uint8Array(unpacked.buffer as ArrayBuffer, unpacked.byteOffset, unpacked.length) };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { error: { code, message } };
  }
}
