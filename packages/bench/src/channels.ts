import { fork, spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { Worker } from 'node:worker_threads';
import { readFrames, writeFrame } from '../../gateway/src/workers/frames.ts';
import { echoInThread, type ThreadChannel } from './channels/thread.ts';
import { median } from './relay/machine.ts';

/**
 * Ways to carry batches of the ledger from a worker to the process that writes SQLite: round trips a second and
 * CPU of both ends, for batches of 1, 8 and 32 operations. The answer is one outcome for each operation.
 * Usage: `npm run bench channels [rounds] [milliseconds]`.
 */
const rounds = Number(process.argv[2] ?? 5);
const milliseconds = Number(process.argv[3] ?? 1000);
/** Batches under way at a time: a worker has one, plus what the others send. */
const IN_FLIGHT = 4;
const SIZES = [1, 8, 32];

interface Channel {
  ask(batch: readonly object[]): Promise<unknown>;
  /** Milliseconds of CPU of the other end, when that is a process of its own. */
  otherCpu(): Promise<number>;
  close(): void;
}

const echo = new URL('./channels/echo.ts', import.meta.url).pathname;

/** Answers come in the order of the questions. */
function inOrder(send: (batch: readonly object[]) => void) {
  const waiting: ((answer: unknown) => void)[] = [];
  return {
    ask: (batch: readonly object[]) =>
      new Promise<unknown>((resolve) => {
        waiting.push(resolve);
        send(batch);
      }),
    answer: (answer: unknown) => waiting.shift()?.(answer),
  };
}

function openSocket(): Channel {
  const child = spawn(process.execPath, [echo, 'socket'], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  const socket = child.stdio[3] as Socket;
  const { ask, answer } = inOrder((batch) => writeFrame(socket, batch));
  readFrames(socket, answer);
  return { ask, otherCpu: async () => Number(await ask([{ cpu: true }])), close: () => child.kill() };
}

function openIpc(serialization: 'json' | 'advanced'): Channel {
  const child = fork(echo, ['ipc'], { serialization });
  const { ask, answer } = inOrder((batch) => child.send(batch as object[]));
  child.on('message', answer);
  return { ask, otherCpu: async () => Number(await ask([{ cpu: true }])), close: () => child.kill() };
}

function openThread(kind: ThreadChannel): Channel {
  const worker = new Worker(echo, { argv: ['thread'] });
  const { ask, close } = echoInThread(kind, worker);
  return { ask, otherCpu: async () => 0, close };
}

const channels: Record<string, () => Channel> = {
  'Unix socket, frames of JSON': openSocket,
  'IPC of Node, JSON': () => openIpc('json'),
  'IPC of Node, structured clone': () => openIpc('advanced'),
  'MessagePort, structured clone (thread)': () => openThread('port'),
  'MessagePort, one text (thread)': () => openThread('text'),
  'shared memory and Atomics (thread)': () => openThread('ring'),
};

function batchOf(size: number): object[] {
  return Array.from({ length: size }, (_, index) => ({
    kind: 'reserve',
    hold: {
      id: `20261125120000000000${String(index).padStart(8, '0')}`,
      user: 21,
      token: 42,
      amount: 81_920,
      used: 320,
      instance: '0m8x3k1p2-0123456789abcdef',
      snapshot: JSON.stringify(SNAPSHOT),
    },
  }));
}

const SNAPSHOT = {
  user_id: 10,
  username: 'somebody',
  token_id: 21,
  token_name: 'production',
  model_name: 'gpt-4o-mini',
  channel_id: 0,
  group: 'default',
  is_stream: 0,
  created_at: 1_795_000_000,
  prompt_tokens: 320,
  ratios: { model_ratio: 0.075, completion_ratio: 4, cache_ratio: 0.5, group_ratio: 1, model_price: -1 },
};

async function measure(channel: Channel, size: number) {
  const batch = batchOf(size);
  const before = await channel.otherCpu();
  const start = process.cpuUsage();
  const end = performance.now() + milliseconds;
  let trips = 0;
  const runs = Array.from({ length: IN_FLIGHT }, async () => {
    while (performance.now() < end) {
      await channel.ask(batch);
      trips += 1;
    }
  });
  await Promise.all(runs);
  const { user, system } = process.cpuUsage(start);
  const micros = user + system + ((await channel.otherCpu()) - before) * 1000;
  return { trips: trips / (milliseconds / 1000), perMessage: micros / (trips * size) };
}

const results = new Map<string, { trips: number[]; perMessage: number[] }>();
for (let round = 0; round < rounds; round++)
  for (const [name, open] of Object.entries(channels)) {
    const channel = open();
    await measure(channel, 8); // warm-up
    for (const size of SIZES) {
      const key = `${name}, ${size}`;
      const result = results.get(key) ?? { trips: [], perMessage: [] };
      const { trips, perMessage } = await measure(channel, size);
      result.trips.push(trips);
      result.perMessage.push(perMessage);
      results.set(key, result);
    }
    channel.close();
  }
console.log('channel, operations in a batch: round trips a second, CPU of both ends an operation (range)\n');
for (const [key, { trips, perMessage }] of results) {
  const [least, most] = [Math.min(...perMessage), Math.max(...perMessage)];
  console.log(
    `${key}: ${median(trips).toFixed(0)}/s, ${median(perMessage).toFixed(1)} us (${least.toFixed(1)} to ${most.toFixed(1)})`,
  );
}
process.exit(0);
