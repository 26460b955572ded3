import { expect, test } from 'vitest';
import { readParent } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

test('a context of today or of a later version is read', () => {
  expect(readParent({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'a=1,b=2' })).toEqual({
    traceId,
    spanId,
    isSampled: true,
    traceparent: `00-${traceId}-${spanId}-01`,
    tracestate: 'a=1,b=2',
  });
  expect(readParent({ traceparent: `00-${traceId}-${spanId}-02` })?.isSampled).toBe(false);
  expect(readParent({ traceparent: `cc-${traceId}-${spanId}-03-more` })?.isSampled).toBe(true);
});

test.each([
  ['an unknown form', 'hello'],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['large letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a version that is none', `ff-${traceId}-${spanId}-01`],
  ['more fields than its version has', `00-${traceId}-${spanId}-01-more`],
])('a context with %s counts as none', (_, traceparent) => {
  expect(readParent({ traceparent })).toBeUndefined();
});

test('notes of other systems that are too long are not passed on', () => {
  const traceparent = `00-${traceId}-${spanId}-01`;
  expect(readParent({ traceparent, tracestate: 'x'.repeat(600) })?.tracestate).toBeUndefined();
});
