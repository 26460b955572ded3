import type { RawData, WebSocket } from 'ws';

/** A reader that is this far behind is waited for. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** A reader that takes nothing for so long is gone. */
const STALL_MS = 60_000;

/**
 * Frames of one end go to the other as they are, no faster than it takes them. `look` sees each of them on its way; what
 * it throws is handed to `onError`, as an exception in a listener would end the process.
 */
export function pipe(
  from: WebSocket,
  to: WebSocket,
  look: (data: Buffer) => void,
  onError: (error: unknown) => void,
): void {
  let stall: NodeJS.Timeout | undefined;

  const goOn = () => {
    if (!stall || to.bufferedAmount > MAX_WAITING_BYTES / 2) return;
    clearTimeout(stall);
    stall = undefined;
    from.resume();
  };
  to.on('close', () => clearTimeout(stall));

  from.on('message', (data: RawData, isBinary) => {
    const frame = bytesOf(data);
    try {
      look(frame);
    } catch (error) {
      onError(error);
      return;
    }
    if (to.readyState !== to.OPEN) return;
    to.send(frame, { binary: isBinary }, goOn);
    if (stall || to.bufferedAmount <= MAX_WAITING_BYTES) return;
    from.pause();
    stall = setTimeout(() => to.terminate(), STALL_MS);
  });
}

function bytesOf(data: RawData): Buffer {
  if (Buffer.isBuffer(data)) return data;
  return Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
}
