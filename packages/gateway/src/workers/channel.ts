import type { Duplex } from 'node:stream';
import { describeError, reviveError } from '../core/sent-errors.ts';
import { readFrames, writeFrame } from './frames.ts';

/** What one end of a channel does for the other, by name. Each takes one value. */
export type Duties = Record<string, (value: never) => unknown>;

type Value<D extends Duties, K extends keyof D> = Parameters<D[K]>[0];

/** The near end of a channel. `Theirs` is what the far end does. */
export interface Channel<Theirs extends Duties> {
  /** @throws what the far end threw, and when the channel is closed */
  ask<K extends keyof Theirs & string>(
    name: K,
    value: Value<Theirs, K>,
  ): Promise<Awaited<ReturnType<Theirs[K]>>>;
  /** The same without an answer. */
  tell<K extends keyof Theirs & string>(name: K, value: Value<Theirs, K>): void;
  /** Resolves when the far end is gone and everything that it sent was handed over. */
  readonly closed: Promise<void>;
}

/** `id` 0 wants no answer; an answer has the negative id of its question. */
type Message = readonly [id: number, name: string, value: unknown];

/**
 * Opens the channel to another process of this gateway. Everything that is sent within one turn of the event
 * loop is one frame.
 */
export function openChannel<Theirs extends Duties>(socket: Duplex, duties: Duties): Channel<Theirs> {
  const waiting = new Map<number, { resolve(value: never): void; reject(error: unknown): void }>();
  let outgoing: Message[] = [];
  let lastId = 0;
  let isClosed = false;

  function send(message: Message): void {
    if (outgoing.push(message) === 1) process.nextTick(flush);
  }

  function flush(): void {
    const messages = outgoing;
    outgoing = [];
    if (!isClosed && socket.writable) writeFrame(socket, messages);
  }

  function take(frame: unknown): void {
    for (const message of frame as Message[])
      if (message[0] < 0) takeAnswer(message);
      else void serve(message);
  }

  function takeAnswer([id, name, value]: Message): void {
    const question = waiting.get(-id);
    waiting.delete(-id);
    if (name === FAILED) question?.reject(reviveError(value));
    else question?.resolve(value as never);
  }

  async function serve([id, name, value]: Message): Promise<void> {
    try {
      const answer = await duties[name]?.(value as never);
      if (id > 0) send([-id, '', answer]);
    } catch (error) {
      if (id > 0) send([-id, FAILED, describeError(error)]);
    }
  }

  readFrames(socket, take);
  socket.on('error', () => {}); // 'close' follows.
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      isClosed = true;
      for (const { reject } of waiting.values()) reject(new Error('The other process is gone'));
      waiting.clear();
      resolve();
    });
  });

  return {
    closed,
    ask(name, value) {
      if (isClosed) return Promise.reject(new Error('The other process is gone'));
      lastId += 1;
      const id = lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send([id, name, value]);
      });
    },
    tell: (name, value) => send([0, name, value]),
  };
}

const FAILED = '!';
