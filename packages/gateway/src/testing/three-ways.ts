import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocket, WebSocketServer } from 'ws';
import { hello, type RelayLab } from './relay.ts';

/** How a provider treats a request, whatever it is for. */
export type Fault = 'none' | 'reset' | 'silence' | { readonly status: number; readonly body?: object };

/** A provider of chats, realtime sessions, drawings and songs with the same faults in all of them. */
export interface ThreeWayProvider {
  readonly url: string;
  /** The keys of the requests that arrived, in order. */
  readonly keys: string[];
  /** The treatment of the requests with a key. */
  fault: (key: string) => Fault | Promise<Fault>;
  close(): Promise<void>;
}

const TEXT = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }],
};
const DELTA = { choices: [{ index: 0, delta: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }] };
const USAGE = { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 };

export async function startThreeWayProvider(): Promise<ThreeWayProvider> {
  const sessions = new WebSocketServer({ noServer: true });
  let orders = 0;
  const take = async (request: IncomingMessage): Promise<Fault> => {
    const { authorization = '', 'mj-api-secret': secret } = request.headers;
    const key = typeof secret === 'string' ? secret : authorization.replace('Bearer ', '');
    provider.keys.push(key);
    return provider.fault(key);
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const fault = await take(request);
    if (fault === 'reset') return request.socket.resetAndDestroy();
    if (fault === 'silence') return;
    if (fault !== 'none') {
      response.writeHead(fault.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(fault.body ?? {}));
      return;
    }
    if ((JSON.parse(body) as { stream?: boolean }).stream) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ ...DELTA, usage: USAGE })}\n\ndata: [DONE]\n\n`);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answerTo(request.url ?? '', ++orders)));
  });
  server.on('upgrade', async (request, socket, head) => {
    socket.on('error', () => {}).on('end', () => socket.destroy());
    const fault = await take(request);
    if (fault === 'silence') return;
    if (fault === 'none') {
      sessions.handleUpgrade(request, socket, head, (client) =>
        client.send(JSON.stringify({ type: 'session.created' })),
      );
      return;
    }
    if (fault === 'reset') reset(socket);
    else {
      const body = JSON.stringify(fault.body ?? {});
      socket.end(
        `HTTP/1.1 ${fault.status} No\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const provider: ThreeWayProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: [],
    fault: () => 'none',
    async close() {
      for (const client of sessions.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return provider;
}

function reset(socket: Duplex): void {
  if ('resetAndDestroy' in socket) (socket as { resetAndDestroy(): void }).resetAndDestroy();
}

function answerTo(path: string, order: number): object {
  if (path.startsWith('/suno/')) return { code: 'success', message: '', data: `song-${order}` };
  if (path.startsWith('/mj/'))
    return { code: 1, description: 'ok', properties: {}, result: `drawing-${order}` };
  return { id: 'c1', object: 'chat.completion', model: hello.model, ...TEXT, usage: USAGE };
}

/** The result of a call. */
export interface Outcome {
  readonly isServed: boolean;
  readonly text: string;
}

/** One way of using channels. */
export interface Way {
  /** Type and model of its channels. Those of tasks have one key: a task is known only by the key that ordered it. */
  readonly channel: { readonly type: number; readonly models: string };
  readonly hasOneKey?: true;
  call(lab: RelayLab, signal?: AbortSignal): Promise<Outcome>;
}

/** Everything that tries channels: plain and streamed calls, realtime sessions, and orders of tasks. */
export const ways: Readonly<Record<string, Way>> = {
  'a call': {
    channel: { type: 1, models: hello.model },
    call: (lab, signal) => post(lab, '/v1/chat/completions', hello, signal),
  },
  'a streamed call': {
    channel: { type: 1, models: hello.model },
    call: (lab, signal) => post(lab, '/v1/chat/completions', { ...hello, stream: true }, signal),
  },
  'a realtime session': { channel: { type: 1, models: 'gpt-4o-realtime-preview' }, call: openSession },
  'an order of a drawing': {
    channel: { type: 2, models: 'mj_imagine' },
    hasOneKey: true,
    call: (lab, signal) => post(lab, '/mj/submit/imagine', { prompt: 'a red fox' }, signal),
  },
  'an order of a song': {
    channel: { type: 36, models: 'suno_music' },
    hasOneKey: true,
    call: (lab, signal) => post(lab, '/suno/submit/music', { prompt: 'a red fox' }, signal),
  },
};

async function post(lab: RelayLab, path: string, body: object, signal?: AbortSignal): Promise<Outcome> {
  const response = await fetch(lab.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${lab.key}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  return { isServed: response.ok, text: await response.text() };
}

function openSession(lab: RelayLab, signal?: AbortSignal): Promise<Outcome> {
  const url = `${lab.url.replace('http', 'ws')}/v1/realtime?model=gpt-4o-realtime-preview`;
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${lab.key}` } });
  signal?.addEventListener('abort', () => socket.terminate());
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('the session is closed')));
    socket.once('message', (data) => {
      const text = String(data);
      resolve({ isServed: (JSON.parse(text) as { type: string }).type === 'session.created', text });
      socket.close();
    });
  });
}
