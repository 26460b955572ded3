import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The record of a call, by the request id in `x-request-id`. */
export interface SeenCall {
  /** How often it arrived. */
  times: number;
  /** Answered 500 at once: no work was done, so the call is free. */
  readonly refused: boolean;
}

export interface CountingUpstream {
  readonly url: string;
  readonly seen: ReadonlyMap<string, SeenCall>;
  close(): Promise<void>;
}

/** Streams four chunks within a few milliseconds; the last contains the usage. Refuses one call in ten. */
export async function startCountingUpstream(): Promise<CountingUpstream> {
  const seen = new Map<string, SeenCall>();
  const server = createServer(async (request, response) => {
    const id = String(request.headers['x-request-id']);
    const call = seen.get(id) ?? { times: 0, refused: Math.random() < 0.1 };
    seen.set(id, call);
    call.times += 1;
    request.resume();
    response.on('error', () => {});
    if (call.refused) {
      response.writeHead(500).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let chunk = 1; chunk <= 3; chunk++) {
      response.write(`data: {"chunk":${chunk}}\n\n`);
      await sleep(Math.random() * 5);
    }
    response.end(`data: {"total_tokens":${1 + Math.floor(Math.random() * 4000)}}\n\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
