import { vi } from 'vitest';

export interface FakeStream {
  request: { url: string; headers: Record<string, string>; body: unknown };
  /** Sends one event with this data. */
  send(data: string): void;
  close(): void;
}

/** Fakes one call of `/pg/chat/completions` at fetch; every other call goes to the fakes of the API client. */
export function fakeStream(headers: Record<string, string> = {}): FakeStream {
  const { stream, body } = makeStream();
  fakeFetch((url, init) => {
    take(stream, url, init);
    return new Response(body, { headers: { ...EVENTS, ...headers } });
  });
  return stream.shown;
}

/** The same for any number of calls, in their order. */
export function fakeStreams(): FakeStream[] {
  const streams: FakeStream[] = [];
  fakeFetch((url, init) => {
    const { stream, body } = makeStream();
    take(stream, url, init);
    streams.push(stream.shown);
    return new Response(body, { headers: EVENTS });
  });
  return streams;
}

const EVENTS = { 'content-type': 'text/event-stream' };

interface Inner {
  shown: FakeStream;
  fail: (reason: unknown) => void;
}

function makeStream(): { stream: Inner; body: ReadableStream<Uint8Array> } {
  const encoder = new TextEncoder();
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      control = started;
    },
  });
  const shown: FakeStream = {
    request: { url: '', headers: {}, body: undefined },
    send: (data) => control?.enqueue(encoder.encode(`data: ${data}\n\n`)),
    close: () => control?.close(),
  };
  return { stream: { shown, fail: (reason) => control?.error(reason) }, body };
}

function take({ shown, fail }: Inner, url: string, init: RequestInit): void {
  init.signal?.addEventListener('abort', () => fail(init.signal?.reason));
  shown.request = {
    url,
    headers: init.headers as Record<string, string>,
    body: JSON.parse(String(init.body)),
  };
}

function fakeFetch(respond: (url: string, init: RequestInit) => Response): void {
  const others = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    String(url).endsWith('/pg/chat/completions') ? Promise.resolve(respond(url, init)) : others(url, init),
  );
}
