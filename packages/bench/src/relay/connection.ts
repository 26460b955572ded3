import { connect, type Socket } from 'node:net';

/** One keep-alive connection with one call at a time. Connects again after a failure. */
export class Connection {
  readonly #url: URL;
  #socket: Socket | undefined;
  #received = '';
  #resolve: (wrong: string | undefined) => void = () => {};

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /** Returns what was received when it is no complete response of 200. */
  send(request: Buffer): Promise<string | undefined> {
    const socket = this.#socket ?? this.#connect();
    this.#received = '';
    return new Promise((resolve) => {
      this.#resolve = resolve;
      socket.write(request);
    });
  }

  #connect(): Socket {
    const { hostname, port } = this.#url;
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.on('data', (chunk) => {
      this.#received += chunk.toString('latin1');
      if (!isComplete(this.#received)) return;
      // A server counts the calls of a connection, and says with the last one that it closes.
      if (saysClose(this.#received)) this.#socket = undefined;
      this.#resolve(isRight(this.#received) ? undefined : this.#received);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#resolve(this.#received || 'connection closed');
    });
    this.#socket = socket;
    return socket;
  }
}

function isComplete(text: string): boolean {
  if (text.endsWith('\r\n0\r\n\r\n')) return true;
  const headEnd = text.indexOf('\r\n\r\n');
  const length = headEnd < 0 ? undefined : /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, headEnd))?.[1];
  return length !== undefined && text.length >= headEnd + 4 + Number(length);
}

function saysClose(text: string): boolean {
  return /\r\nconnection: *close\r\n/i.test(text.slice(0, text.indexOf('\r\n\r\n') + 2));
}

/** The provider's answers end with their usage, streams with their last event. */
function isRight(text: string): boolean {
  return text.startsWith('HTTP/1.1 200') && /"total_tokens"/.test(text) && streamIsWhole(text);
}

function streamIsWhole(text: string): boolean {
  return !text.includes('text/event-stream') || text.includes('data: [DONE]');
}
