import { type Endpoint, errorStatus, parseAddress } from '@tollgate/contract';
import { type Answer, answers } from './answers.ts';
import { isFailureReply } from './failure-reply.ts';

/** One call that a fake handled. Query values are texts, as in the URL. */
export interface Received {
  address: Endpoint['address'];
  input: Record<string, unknown>;
}

export const received: Received[] = [];

let realFetch: typeof fetch | undefined;

/** Wraps `fetch` with the fake, once. Calls without a matching response go to the real one. */
export function install(): void {
  if (realFetch) return;
  realFetch = globalThis.fetch;
  globalThis.fetch = fakeFetch as typeof fetch;
}

async function fakeFetch(target: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const url = new URL(String(target instanceof Request ? target.url : target), 'http://fake.invalid');
  const match = findAnswer(init.method ?? 'GET', url.pathname);
  if (!match) return (realFetch as typeof fetch)(target, init);

  const { answer, params } = match;
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
  const input = { ...Object.fromEntries(url.searchParams), ...body, ...params };
  received.push({ address: answer.endpoint.address, input });
  await delay(answer.delayMs);
  return respond(answer, input);
}

/** Finds the latest response whose path matches; a literal path wins over one with parameters, as on the server. */
function findAnswer(method: string, path: string) {
  const matches = [...answers].reverse().flatMap((answer) => {
    const params = matchPath(answer.endpoint, method, path);
    return params ? [{ answer, params, freedom: Object.keys(params).length }] : [];
  });
  return matches.sort((a, b) => a.freedom - b.freedom)[0];
}

function matchPath(endpoint: Endpoint, method: string, path: string): Record<string, string> | undefined {
  const expected = parseAddress(endpoint.address);
  if (expected.method !== method) return undefined;
  const pattern = trim(expected.path).replace(/:(\w+)/g, '(?<$1>[^/]+)');
  const found = new RegExp(`^${pattern}$`).exec(trim(path));
  return found ? { ...found.groups } : undefined;
}

function respond({ endpoint, reply }: Answer, input: Record<string, unknown>): Response {
  const result = typeof reply === 'function' ? reply(input) : reply;
  if (isFailureReply(result)) {
    const { code, details = {}, message = '' } = result;
    if (code === 'network') throw new TypeError('the fake network is down');
    const failure = { success: false, message, code, details, request_id: 'fake' };
    return Response.json(failure, { status: errorStatus[code] });
  }
  if (endpoint.answer === 'stream') {
    const headers = { 'content-disposition': 'attachment; filename="fake.jsonl"' };
    return new Response(JSON.stringify(result), { headers });
  }
  const answer = { success: true, message: '' };
  return Response.json(endpoint.answer === 'spread' ? { ...answer, ...result } : { ...answer, data: result });
}

function delay(delayMs: number): Promise<void> {
  if (delayMs === 0) return Promise.resolve();
  if (delayMs === Number.POSITIVE_INFINITY) return new Promise(() => {});
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

function trim(path: string): string {
  return path.replace(/\/$/, '');
}
