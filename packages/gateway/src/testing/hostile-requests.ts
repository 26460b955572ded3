import { type Endpoint, parseAddress } from '@tollgate/contract';
import { endpoints } from '@tollgate/contract/endpoints';
import fc from 'fast-check';
import type { Actor, TestApp } from './app.ts';
import { createClient, type TestAnswer, type TestClient } from './client.ts';
import { makeUser } from './factories.ts';

/** A request that no page of the console would send. */
export type HostileRequest =
  | { kind: 'fields'; endpoint: Endpoint; who: Actor; input: Record<string, unknown> }
  | { kind: 'bytes'; endpoint: Endpoint; who: Actor; body: string; query: string };

/** Any endpoint, by any user, with any values in its fields or any body and query. */
export function hostileRequests(): fc.Arbitrary<HostileRequest> {
  const who = fc.constantFrom<Actor>('visitor', 'user', 'admin', 'root');
  const requests = endpoints.flatMap((endpoint) => {
    const shared = { endpoint: fc.constant(endpoint), who };
    return [
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('fields'), ...shared, input: fieldsOf(endpoint) }),
      },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('bytes'), ...shared, body, query }) },
    ];
  });
  return fc.oneof(...(requests as { weight: number; arbitrary: fc.Arbitrary<HostileRequest> }[]));
}

/** Sends them, with one browser per user; replaces users that were signed out, banned or deleted. */
export function createSender({ app, ctx, as }: TestApp) {
  const browsers = new Map<Actor, TestClient>();

  return async (request: HostileRequest): Promise<TestAnswer> => {
    const { who } = request;
    const browser = browsers.get(who) ?? as(who);
    browsers.set(who, browser);
    const answer = await send(browser, request);
    const isGone = answer.status === 401 || answer.body?.code === 'account_banned';
    if (who !== 'visitor' && (isGone || /logout|DELETE \/api\/user\/self/.test(request.endpoint.address))) {
      const role = { user: 1, other: 1, admin: 10, root: 100 }[who];
      browsers.set(who, createClient(app, ctx, await makeUser(ctx, { role })));
    }
    return answer;
  };
}

function send(browser: TestClient, request: HostileRequest): Promise<TestAnswer> {
  if (request.kind === 'fields') return browser.callLoosely(request.endpoint, request.input);
  const { method, path } = parseAddress(request.endpoint.address);
  const url = `${path.replace(/:\w+/g, '1')}${request.query}`;
  return browser.send(method, url, method === 'POST' || method === 'PUT' ? { body: request.body } : {});
}

const numbers = fc.constantFrom(0, -1, 1, 2, 3, 10, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 9e15);
const words = [
  '',
  '1',
  'null',
  'NaN',
  '%',
  '_',
  "' or 1=1 --",
  '\u0000',
  '\ud800',
  '../..',
  '{}',
  '[]',
  'true',
];
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(...words),
  fc.string({ minLength: 1000, maxLength: 5000 }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 4, arbitrary: numbers },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.array(numbers, { maxLength: 20 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 5 }) },
);

/** Fields of the endpoint with any values, some left out, and some fields that it does not have. */
function fieldsOf(endpoint: Endpoint): fc.Arbitrary<Record<string, unknown>> {
  const names = Object.keys((endpoint.input as unknown as { shape: object }).shape);
  const knownFields = fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] });
  const unknown = fc.dictionary(
    fc.constantFrom('role', 'quota', 'user_id', 'deleted_at', '__proto__', 'constructor'),
    value,
    { maxKeys: 3 },
  );
  return fc.tuple(knownFields, unknown).map(([own, other]) => ({ ...other, ...own }));
}

const deep = fc
  .integer({ min: 1, max: 20_000 })
  .map((depth) => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`);
const many = fc.integer({ min: 1, max: 400_000 }).map((count) => `{"ids":[${'1,'.repeat(count)}1]}`);
const body = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 4, arbitrary: fc.json() },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 3000 }) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: many },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '{"id":1,"id":2}',
      '{"__proto__":{"role":100}}',
      '{"constructor":{"prototype":{"role":100}}}',
      '{"id":1e999}',
      '{"name":"\\ud800"}',
      '\ufeff{}',
      '{} {}',
    ),
  },
);
const query = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?p',
    '?p=1&p=2',
    '?p[]=1',
    '?p[a]=1',
    '?keyword=%ff',
    '?keyword=%',
    '?__proto__=1',
  ),
  fc.webQueryParameters().map((text) => `?${text}`),
  fc.integer({ min: 1, max: 1500 }).map((count) => `?${'a=1&'.repeat(count)}`),
);
