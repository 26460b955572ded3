import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';

/** OTLP's messages in JSON: https://github.com/open-telemetry/opentelemetry-proto. Nothing else is taken. */
const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ boolValue: z.boolean() }),
  z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ doubleValue: z.number() }),
]);
const attributes = z
  .array(z.strictObject({ key: z.string().min(1), value }))
  .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'a name is there twice');
const nanoseconds = z.string().regex(/^\d{19}$/);
const spanId = z.string().regex(/^(?!0{16})[\da-f]{16}$/);
const span = z
  .strictObject({
    traceId: z.string().regex(/^(?!0{32})[\da-f]{32}$/),
    spanId,
    parentSpanId: spanId.optional(),
    traceState: z.string().optional(),
    name: z.string().min(1),
    kind: z.int().min(1).max(5),
    startTimeUnixNano: nanoseconds,
    endTimeUnixNano: nanoseconds,
    attributes,
    status: z.strictObject({ code: z.int().min(0).max(2) }).optional(),
  })
  .refine(
    ({ startTimeUnixNano: start, endTimeUnixNano: end }) => BigInt(start) <= BigInt(end),
    'ends too early',
  );
const traces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.string() }), spans: z.array(span) }),
      ),
    }),
  ),
});

export interface CollectedSpan extends Omit<z.output<typeof span>, 'attributes'> {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

/** A collector of traces on this machine that refuses what OTLP does not allow. */
export interface Collector {
  /** As the environment names it. */
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: string }[];
  /** Answers the next requests. Default: takes them. */
  answer: (response: ServerResponse) => void;
  /** Waits for a number of spans. */
  received(count: number): Promise<CollectedSpan[]>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString();
    collector.requests.push({ headers: request.headers, body });
    const isRight =
      request.method === 'POST' &&
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/json';
    const parsed = traces.safeParse(JSON.parse(body));
    if (!isRight || !parsed.success) {
      response.writeHead(400).end(parsed.error?.message ?? 'not for traces');
      return;
    }
    collector.answer(response);
    if (response.statusCode === 200 && response.writableEnded)
      collector.spans.push(...readSpans(parsed.data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    requests: [],
    answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    async received(count) {
      const until = Date.now() + 10_000;
      while (collector.spans.length < count && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 20));
      return collector.spans;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return collector;
}

function readSpans({ resourceSpans }: z.output<typeof traces>): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((each) => ({
        ...each,
        attributes: toRecord(each.attributes),
        resource: toRecord(resource.attributes),
      })),
    ),
  );
}

function toRecord(list: z.output<typeof attributes>): Record<string, unknown> {
  return Object.fromEntries(
    list.map(({ key, value: each }) =>
      'intValue' in each ? [key, Number(each.intValue)] : [key, Object.values(each)[0]],
    ),
  );
}
