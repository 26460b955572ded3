import type { MessagePort, Worker } from 'node:worker_threads';

/** `port` clones objects, `text` sends one string of JSON, `ring` writes JSON into shared memory. */
export type ThreadChannel = 'port' | 'text' | 'ring';

interface Opening {
  kind: ThreadChannel;
  there?: SharedArrayBuffer;
  back?: SharedArrayBuffer;
}

/** Opens the near end of a channel to a thread. Answers come in the order of the questions. */
export function echoInThread(kind: ThreadChannel, worker: Worker) {
  const waiting: ((answer: unknown) => void)[] = [];
  const take = (answer: unknown) => waiting.shift()?.(answer);
  const [there, back] = [new SharedArrayBuffer(BYTES), new SharedArrayBuffer(BYTES)];
  worker.postMessage(kind === 'ring' ? { kind, there, back } : { kind });
  if (kind === 'ring') void readRing(back, (text) => take(JSON.parse(text)));
  else worker.on('message', (answer) => take(kind === 'text' ? JSON.parse(answer as string) : answer));
  const write = createRingWriter(there);
  const send = (batch: readonly object[]) => {
    if (kind === 'ring') write(JSON.stringify(batch));
    else worker.postMessage(kind === 'text' ? JSON.stringify(batch) : batch);
  };
  return {
    ask: (batch: readonly object[]) =>
      new Promise<unknown>((resolve) => {
        waiting.push(resolve);
        send(batch);
      }),
    close: () => void worker.terminate(),
  };
}

/** The far end: answers until the thread ends. */
export function answerThread(port: MessagePort, answer: (batch: readonly object[]) => unknown): void {
  port.once('message', ({ kind, there, back }: Opening) => {
    if (kind === 'ring' && there && back) {
      const write = createRingWriter(back);
      void readRing(there, (text) => write(JSON.stringify(answer(JSON.parse(text)))));
    } else {
      port.on('message', (batch) =>
        port.postMessage(kind === 'text' ? JSON.stringify(answer(JSON.parse(batch))) : answer(batch)),
      );
    }
  });
}

const BYTES = 1 << 22;
const HEAD = 8;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Frames one after the other, from the beginning again when the end is near. The reader is never a lap behind. */
function createRingWriter(memory: SharedArrayBuffer) {
  const words = new Int32Array(memory, 0, 2);
  const lengths = new DataView(memory);
  let at = HEAD;
  return (text: string) => {
    const needed = text.length * 3 + 4;
    if (at + needed + 4 > BYTES) {
      lengths.setUint32(at, WRAP);
      at = HEAD;
    }
    const { written } = encoder.encodeInto(text, new Uint8Array(memory, at + 4, needed));
    lengths.setUint32(at, written);
    at += 4 + written;
    Atomics.add(words, 0, 1);
    Atomics.notify(words, 0);
  };
}

const WRAP = 0xffffffff;

async function readRing(memory: SharedArrayBuffer, take: (text: string) => void): Promise<never> {
  const words = new Int32Array(memory, 0, 2);
  const lengths = new DataView(memory);
  let at = HEAD;
  let seen = 0;
  setInterval(() => {}, 60_000); // a wait for memory alone keeps no thread alive
  for (;;) {
    const written = Atomics.load(words, 0);
    if (written === seen) {
      const { async, value } = Atomics.waitAsync(words, 0, seen);
      if (async) await value;
      continue;
    }
    for (; seen < written; seen += 1) {
      if (lengths.getUint32(at) === WRAP) at = HEAD;
      const length = lengths.getUint32(at);
      take(decoder.decode(new Uint8Array(memory, at + 4, length).slice()));
      at += 4 + length;
    }
  }
}
