import { type Endpoint, type Failure, type Input, type Output, parseAddress } from '@tollgate/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Context } from '../core/context.ts';
import * as sessions from '../modules/identity/credentials/sessions.ts';

export interface TestAnswer<T = unknown> {
  status: number;
  headers: Record<string, unknown>;
  body: { success: boolean; message: string; data: T } & Omit<Failure, 'success'>;
  text: string;
}

export interface TestClient {
  /** Sends the flat input as the contract says. */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<TestAnswer<Output<E>>>;
  /** The same, for input that the types refuse. */
  callLoosely(endpoint: Endpoint, input: Record<string, unknown>): Promise<TestAnswer>;
  /** Calls and returns the data. @throws when the gateway refused */
  get<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Output<E>>;
  send(method: InjectOptions['method'], url: string, options?: SendOptions): Promise<TestAnswer>;
  /** The session secret, after the first request. */
  cookie(): Promise<string | undefined>;
}

export interface SendOptions {
  body?: unknown;
  /** Undefined removes a header. */
  headers?: Record<string, string | undefined>;
  remoteAddress?: string;
}

/** Creates a console client for one user, or for a visitor. The session starts with the first request. */
export function createClient(app: FastifyInstance, ctx: Context, person?: { id: number }): TestClient {
  let session: Promise<string> | undefined;
  const cookie = async () => {
    if (!person) return undefined;
    session ??= sessions.start(ctx, person.id, { ip: '127.0.0.1', userAgent: 'test' });
    return session;
  };

  const client: TestClient = {
    cookie,
    async send(method, url, { body, headers = {}, remoteAddress } = {}) {
      const secret = await cookie();
      const own = {
        ...(secret && { cookie: `sid=${secret}`, 'new-api-user': String(person?.id) }),
        connection: 'keep-alive',
        'sec-fetch-site': 'same-origin',
        ...(!url.startsWith('/api') && { accept: 'text/html' }), // as when a person opens a page
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      };
      const payload = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
      const response = await app.inject({
        method,
        url,
        headers: Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
        ...(payload !== undefined && { payload }),
        ...(remoteAddress && { remoteAddress }),
      } as InjectOptions);
      return {
        status: response.statusCode,
        headers: response.headers,
        body: readJson(response.payload) as TestAnswer['body'],
        text: response.payload,
      };
    },
    callLoosely(endpoint, input) {
      const { method, url, body } = spread(endpoint, input);
      return client.send(method, url, body === undefined ? {} : { body });
    },
    call: (endpoint, input) => client.callLoosely(endpoint, input as Record<string, unknown>) as never,
    async get(endpoint, input) {
      const { body, text } = await client.call(endpoint, input);
      if (!body.success) throw new Error(text);
      return body.data;
    },
  };
  return client;
}

function spread(endpoint: Endpoint, input: Record<string, unknown>) {
  const { method, path, params } = parseAddress(endpoint.address);
  const hasBody = method === 'POST' || method === 'PUT';
  const query = new URLSearchParams();
  const body: Record<string, unknown> = {};
  let url: string = path;
  for (const [name, value] of Object.entries(input)) {
    if (params.includes(name))
      url = url.replace(`:${name}`, encodeURIComponent(asText(value).toWellFormed()));
    else if (!hasBody || endpoint.query?.includes(name)) query.set(name, asText(value));
    else body[name] = value;
  }
  return { method, url: query.size > 0 ? `${url}?${query}` : url, body: hasBody ? body : undefined };
}

/** Also converts objects that have no usual text form. */
function asText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
