import type { RawData, WebSocket } from 'ws';

/** Bytes that may wait for a reader before the relay pauses the sender. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Milliseconds after which a reader that reads nothing counts as gone. */
const STALL_MS = 60_000;

/** What happens to a frame: it passes unchanged, is replaced, or is dropped. */
export type FrameAction = undefined | Buffer | typeof DROP;

export const DROP = Symbol('drop');

/**
 * Passes frames from one end to the other, no faster than the other reads. `look` decides about each frame;
 * when it returns a promise, this frame and later ones wait for it. Its errors go to `onError`, because an
 * exception in a listener would end the process.
 */
export function pipe(
  from: WebSocket,
  to: WebSocket,
  look: (data: Buffer) => FrameAction | Promise<FrameAction>,
  onError: (error: unknown) => void,
): void {
  let stall: NodeJS.Timeout | undefined;
  /** Frames that arrived while `look` handled an earlier one. */
  let waiting: [frame: Buffer, isBinary: boolean][] | undefined;

  const resumeWhenDrained = () => {
    if (!stall || to.bufferedAmount > MAX_WAITING_BYTES / 2) return;
    clearTimeout(stall);
    stall = undefined;
    if (!waiting) from.resume();
  };
  to.on('close', () => clearTimeout(stall));

  const send = (frame: Buffer, isBinary: boolean) => {
    if (to.readyState !== to.OPEN) return;
    to.send(frame, { binary: isBinary }, resumeWhenDrained);
    if (stall || to.bufferedAmount <= MAX_WAITING_BYTES) return;
    from.pause();
    stall = setTimeout(() => to.terminate(), STALL_MS);
  };

  const applyAction = (action: FrameAction, frame: Buffer, isBinary: boolean) => {
    if (action === DROP) return;
    if (action) send(action, false);
    else send(frame, isBinary);
  };

  const handleFrame = (frame: Buffer, isBinary: boolean) => {
    try {
      const action = look(frame);
      if (!(action instanceof Promise)) return applyAction(action, frame, isBinary);
      waiting = [];
      from.pause();
      action.then(
        (decided) => flushWaiting(decided, frame, isBinary),
        (error) => {
          onError(error);
          from.resume(); // Reads the close frame of the other end; frames before it are dropped.
        },
      );
    } catch (error) {
      onError(error);
    }
  };

  const flushWaiting = (action: FrameAction, frame: Buffer, isBinary: boolean) => {
    const behind = waiting ?? [];
    waiting = undefined;
    applyAction(action, frame, isBinary);
    for (const each of behind) {
      // `waiting` is set again as soon as another frame has to wait.
      if (waiting) (waiting as typeof behind).push(each);
      else handleFrame(...each);
    }
    if (!waiting && !stall) from.resume();
  };

  from.on('message', (data: RawData, isBinary) => {
    const frame = bytesOf(data);
    if (waiting) waiting.push([frame, isBinary]);
    else handleFrame(frame, isBinary);
  });
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
