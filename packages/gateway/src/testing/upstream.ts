import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface ReceivedCall {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  /** The body read as JSON. */
  json: Record<string, unknown>;
}

export type Script = (call: ReceivedCall, response: ServerResponse) => void | Promise<void>;

/** A scripted provider on this machine. */
export interface FakeUpstream {
  /** `http://127.0.0.1:port`, as a channel's base URL. */
  readonly url: string;
  /** Every call that arrived, in order. */
  readonly calls: ReceivedCall[];
  /** Answers the next calls. */
  script: Script;
  close(): Promise<void>;
}

export async function startUpstream(script: Script = completion()): Promise<FakeUpstream> {
  const calls: ReceivedCall[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(pieces);
    const call = { method, path, headers, body, json: parse(body) };
    calls.push(call);
    await upstream.script(call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const upstream: FakeUpstream = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    script,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return upstream;
}

export interface CompletionOptions {
  text?: string;
  /** The usage in the answer; `null` leaves it out. */
  usage?: Record<string, unknown> | null;
  delayMs?: number;
}

export const defaultUsage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

/** Answers like OpenAI, plain or as a stream according to the request. */
export function completion(options: CompletionOptions = {}): Script {
  return async (call, response) => {
    if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
    if (call.json.stream === true) return sendEvents(streamOf(call, options))(call, response);
    sendJson(response, 200, plainOf(call, options));
  };
}

export function plainOf(
  { json }: ReceivedCall,
  { text = 'Hello there', usage = defaultUsage }: CompletionOptions = {},
): unknown {
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: json.model,
    choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }],
    ...(usage && { usage }),
  };
}

/** The frames of a stream, with the usage frame only when the request includes it. */
export function streamOf(
  { json }: ReceivedCall,
  { text = 'Hello there', usage = defaultUsage }: CompletionOptions = {},
): string[] {
  const frame = (fields: object) =>
    `data: ${JSON.stringify({ id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 1_700_000_000, model: json.model, ...fields })}\n\n`;
  const choice = (delta: object, finish_reason: string | null = null) =>
    frame({ choices: [{ index: 0, delta, finish_reason }] });
  const includesUsage =
    (json.stream_options as { include_usage?: boolean } | undefined)?.include_usage === true;
  return [
    choice({ role: 'assistant', content: '' }),
    ...(text.match(/.{1,3}/gsu) ?? []).map((content) => choice({ content })),
    choice({}, 'stop'),
    ...(includesUsage && usage ? [frame({ choices: [], usage })] : []),
    'data: [DONE]\n\n',
  ];
}

/** Sends frames one by one, one turn of the event loop apart. `end` false leaves the connection open. */
export function sendEvents(
  frames: readonly (string | Buffer)[],
  {
    end = true,
    gapMs = 0,
    type = 'text/event-stream',
  }: { end?: boolean; gapMs?: number; type?: string } = {},
): Script {
  return async (_, response) => {
    response.writeHead(200, { 'content-type': type });
    for (const frame of frames) {
      if (response.destroyed) return;
      response.write(frame);
      await new Promise((resolve) => setTimeout(resolve, gapMs));
    }
    if (end) response.end();
  };
}

/** Sends frames, then breaks the connection. */
export function cutAfter(frames: readonly (string | Buffer)[], type?: string): Script {
  return async (call, response) => {
    await sendEvents(frames, { end: false, ...(type && { type }) })(call, response);
    await new Promise((resolve) => setTimeout(resolve, 10));
    (response.socket as Socket | null)?.resetAndDestroy();
  };
}

export function fail(status: number, body: unknown = {}, headers: Record<string, string> = {}): Script {
  return (_, response) => sendJson(response, status, body, headers);
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

function parse(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString('utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
