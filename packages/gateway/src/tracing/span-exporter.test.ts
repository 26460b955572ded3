import { afterEach, beforeEach, expect, test } from 'vitest';
import { traceLimits } from '../core/limits.ts';
import { createOutbound, type Outbound } from '../net/outbound.ts';
import { type Collector, startCollector } from '../testing/collector.ts';
import { CallTrace } from './call-trace.ts';
import { SpanExporter } from './span-exporter.ts';

let collector: Collector;
let outbound: Outbound;
let lines: string[];
beforeEach(async () => {
  collector = await startCollector();
  outbound = createOutbound({ traceUrl: collector.url });
  lines = [];
});
afterEach(async () => {
  await outbound.close();
  await collector.close();
});

function exporter(headers: Record<string, string> = {}): SpanExporter {
  const note = (...parts: unknown[]) => void lines.push(String(parts.at(-1)));
  return new SpanExporter({
    outbound,
    headers,
    log: { warn: note, info: note } as never,
    url: `${collector.url}/v1/traces`,
    resource: { 'service.name': 'tollgate' },
    pauseMs: 10,
    retryMs: 10,
  });
}

function addCalls(to: SpanExporter, count: number): void {
  for (let index = 0; index < count; index += 1) {
    const finished = new CallTrace(`call ${index}`, undefined, true).finish();
    if (finished) to.add(finished);
  }
}

test('spans leave in batches, with the headers of the environment', async () => {
  const sent = exporter({ 'x-api-key': 'of-the-collector' });
  addCalls(sent, 1000);
  expect(await collector.received(1000)).toHaveLength(1000);
  expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(1000);
  expect(collector.requests.length).toBeGreaterThanOrEqual(3);
  expect(collector.requests[0]?.headers['x-api-key']).toBe('of-the-collector');
  await sent.close();
  expect(sent.counts).toEqual({ exported: 1000, dropped: 0 });
});

test('a batch that the collector cannot take now is sent again', async () => {
  let refused = 0;
  const take = collector.answer;
  collector.answer = (response) => {
    refused += 1;
    if (refused <= 6) response.writeHead(503).end();
    else take(response);
  };
  const sent = exporter();
  addCalls(sent, 3);
  expect(await collector.received(3)).toHaveLength(3);
  await sent.close();
  expect(sent.counts).toEqual({ exported: 3, dropped: 0 });
  expect(lines).toEqual([expect.stringContaining('takes no traces'), expect.stringContaining('again')]);
});

test('a batch that the collector refuses for good is not sent again', async () => {
  collector.answer = (response) => response.writeHead(401).end();
  const sent = exporter();
  addCalls(sent, 3);
  await expect.poll(() => sent.counts.dropped).toBe(3);
  expect(collector.requests).toHaveLength(1);
  await sent.close();
});

test('a collector that never answers costs a bounded queue', async () => {
  collector.answer = () => {};
  const sent = exporter();
  addCalls(sent, 20_000);
  expect(sent.queued).toBeLessThanOrEqual(traceLimits.queueSpans);
  expect(sent.counts.dropped).toBeGreaterThanOrEqual(
    20_000 - traceLimits.queueSpans - traceLimits.batchSpans,
  );
  await sent.close();
  expect(sent.queued).toBe(0);
});

test('the end of the gateway sends what is queued', async () => {
  const sent = exporter();
  addCalls(sent, 700);
  await sent.close();
  expect(collector.spans).toHaveLength(700);
  addCalls(sent, 1);
  expect(sent.counts).toEqual({ exported: 700, dropped: 1 });
});
