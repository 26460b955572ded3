import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export type RealtimeScript = (event: Record<string, unknown>, socket: WebSocket) => void;

/** A scripted provider of realtime sessions on this machine. */
export interface FakeRealtime {
  readonly url: string;
  /** The handshakes that arrived. */
  readonly handshakes: IncomingMessage[];
  /** The events that arrived. */
  readonly events: Record<string, unknown>[];
  /** Called with each event. */
  script: RealtimeScript;
  /** Answers handshakes with this status, all of them or those with one of `refusedKeys`. */
  refuses: number | undefined;
  /** Undefined: every key. */
  refusedKeys: ReadonlySet<string> | undefined;
  /** The body of that answer. */
  refusal: object;
  readonly sockets: Set<WebSocket>;
  close(): Promise<void>;
}

export async function startRealtime(): Promise<FakeRealtime> {
  const http = createServer();
  const server = new WebSocketServer({ noServer: true });
  const fake: FakeRealtime = {
    url: '',
    handshakes: [],
    events: [],
    script: () => {},
    refuses: undefined,
    refusedKeys: undefined,
    refusal: { error: { message: 'not today' } },
    sockets: new Set(),
    async close() {
      for (const socket of fake.sockets) socket.terminate();
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
  http.on('upgrade', (request, socket, head) => {
    fake.handshakes.push(request);
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    if (fake.refuses !== undefined && fake.refusedKeys?.has(key) !== false) {
      const body = JSON.stringify(fake.refusal);
      socket.end(
        `HTTP/1.1 ${fake.refuses} No\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      );
      return;
    }
    server.handleUpgrade(request, socket, head, (client) => {
      fake.sockets.add(client);
      client.on('close', () => fake.sockets.delete(client));
      client.send(JSON.stringify({ type: 'session.created', session: { object: 'realtime.session' } }));
      client.on('message', (data) => {
        const event = JSON.parse(String(data)) as Record<string, unknown>;
        fake.events.push(event);
        fake.script(event, client);
      });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return Object.assign(fake, { url: `http://127.0.0.1:${port}` });
}

export const realtimeUsage = {
  total_tokens: 170,
  input_tokens: 120,
  output_tokens: 50,
  input_token_details: {
    cached_tokens: 40,
    text_tokens: 50,
    audio_tokens: 70,
    cached_tokens_details: { text_tokens: 20, audio_tokens: 20 },
  },
  output_token_details: { text_tokens: 10, audio_tokens: 40 },
};

/** Answers `response.create` with a little audio and text. */
export function respondWithAudio(usage: unknown = realtimeUsage): RealtimeScript {
  return ({ type }, socket) => {
    if (type !== 'response.create') return;
    const send = (event: object) => socket.send(JSON.stringify(event));
    send({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress' } });
    send({ type: 'response.output_audio.delta', delta: Buffer.alloc(4800).toString('base64') });
    send({ type: 'response.output_audio_transcript.delta', delta: 'Hello there' });
    send({ type: 'response.done', response: { id: 'resp_1', status: 'completed', usage } });
  };
}
