import { vi } from 'vitest';

export interface FakeStream {
  request: { url: string; headers: Record<string, string>; body: unknown };
  /** Sends one event with this data. */
  send(data: string): void;
  close(): void;
}

/** Fakes `/pg/chat/completions` at fetch; every other call goes to the fakes of the API client. */
export function fakeStream(): FakeStream {
  const others = globalThis.fetch;
  const encoder = new TextEncoder();
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(started) {
      control = started;
    },
  });
  const stream: FakeStream = {
    request: { url: '', headers: {}, body: undefined },
    send: (data) => control?.enqueue(encoder.encode(`data: ${data}\n\n`)),
    close: () => control?.close(),
  };
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    if (!String(url).endsWith('/pg/chat/completions')) return others(url, init);
    init.signal?.addEventListener('abort', () => control?.error(init.signal?.reason));
    const headers = init.headers as Record<string, string>;
    stream.request = { url, headers, body: JSON.parse(String(init.body)) };
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  });
  return stream;
}
