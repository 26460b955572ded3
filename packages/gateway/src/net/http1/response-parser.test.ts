import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ResponseParser } from './response-parser.ts';

interface Read {
  status: number;
  headers: Record<string, unknown>;
  body: string;
  ended: boolean;
  idleMs: number;
}

/** Reads pieces of what one connection brings, until its first response is complete. */
function read(pieces: readonly Buffer[], hasEnded = false): Read {
  const parser = new ResponseParser();
  const found: Read = { status: 0, headers: {}, body: '', ended: false, idleMs: 0 };
  const parts = {
    onHead(status: number, headers: Record<string, unknown>) {
      Object.assign(found, { status, headers });
    },
    onBody(bytes: Buffer) {
      found.body += bytes.toString('latin1');
    },
    onEnd() {
      found.ended = true;
    },
  };
  const memory = Buffer.alloc(64 * 1024);
  for (const piece of pieces) {
    if (found.ended) break;
    piece.copy(memory);
    parser.push(memory.subarray(0, piece.length), parts);
    memory.fill(0x23); // The next read uses the same memory.
  }
  if (hasEnded && !found.ended) parser.finish(parts);
  return { ...found, headers: { ...found.headers }, idleMs: parser.idleMs };
}

const readText = (text: string, hasEnded = false) => read([Buffer.from(text, 'latin1')], hasEnded);

test.each([
  ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhello', 'hello', 20_000],
  ['HTTP/1.1 200\r\nContent-Length:\t0 \r\n\r\n', '', 20_000],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok', 'ok', 0],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: foo, Close\r\n\r\nok', 'ok', 0],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=5, max=9\r\n\r\nok', 'ok', 3000],
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\nkeep-alive: timeout=1\r\n\r\nok', 'ok', 0],
  ['HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok', 'ok', 0],
  ['HTTP/1.0 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok', 'ok', 20_000],
  [
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n',
    'abc0123456789',
    20_000,
  ],
  [
    'HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n003\r\nabc\r\n0\r\nx-sum: 1\r\ny: 2\r\n\r\n',
    'abc',
    20_000,
  ],
  [
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx',
    'x',
    20_000,
  ],
  ['HTTP/1.1 204 No Content\r\n\r\n', '', 20_000],
  ['HTTP/1.1 204 No Content\r\ncontent-length: 3\r\n\r\n', '', 0],
  ['HTTP/1.1 304 Not Modified\r\ntransfer-encoding: chunked\r\n\r\n', '', 0],
  // What was not requested ends the connection.
  ['HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n', 'ok', 0],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n\r\n', 'ok', 0],
])('a response ends where it says, and says whether another may follow: %j', (text, body, idleMs) => {
  expect(readText(text)).toMatchObject({ body, ended: true, idleMs });
});

test('a body without a length lasts until the connection ends', () => {
  const text = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\ndata: 1\n\n';
  expect(readText(text)).toMatchObject({ body: 'data: 1\n\n', ended: false });
  expect(readText(text, true)).toMatchObject({ ended: true, idleMs: 0 });
});

test.each([
  ['HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nhell'],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n'],
  ['HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n'],
  ['HTTP/1.1 200 OK\r\ncontent-'],
  ['HTTP/1.1 100 Continue\r\n\r\n'],
])('a response that breaks off is never complete: %j', (text) => {
  expect(readText(text, true).ended).toBe(false);
});

test.each([
  'HTTP/2 200 OK\r\n\r\n',
  'HTTP/1.1 20 OK\r\n\r\n',
  'HTTP/1.1 2000 OK\r\n\r\n',
  'HTTP/1.1  200 OK\r\n\r\n',
  'ICY 200 OK\r\n\r\n',
  ' HTTP/1.1 200 OK\r\n\r\n',
  '\r\n\r\n',
  'HTTP/1.1 200 O\0K\r\n\r\n',
  'HTTP/1.1 200 OK\nx: y\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx: y\nz: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx: y\rz: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx y: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx : 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\n: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx: 1\r\n folded\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx: \x7f\r\n\r\n',
  'HTTP/1.1 200 OK\r\n__proto__: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 1e1\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 0x1\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 1, 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 1\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length:\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 9999999999999999\r\n\r\n',
  'HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: identity\r\n\r\n',
  'HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-1\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0x5\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5 \r\nhello\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\nhello\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello!\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;a\nb\r\nhello\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfffffffffffff\r\n',
])('what may be read in two ways is an error: %j', (text) => {
  expect(() => readText(text)).toThrow('in the response');
});

test('what came before a chunk that is none is passed on', () => {
  const text = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\nnone\r\n';
  const bodies: Buffer[] = [];
  const parts = { onHead() {}, onBody: (bytes: Buffer) => void bodies.push(bytes), onEnd() {} };
  expect(() => new ResponseParser().push(Buffer.from(text), parts)).toThrow('chunk');
  expect(bodies.map(String)).toEqual(['abc']);
});

test.each([
  `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17_000)}`,
  `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(17_000)}\r\n\r\n`,
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;${'x'.repeat(5000)}`,
  `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n${'x: y\r\n'.repeat(3000)}`,
])('no part of the framing grows without end', (text) => {
  expect(() => readText(text)).toThrow();
});

test('a name that comes twice has both values', () => {
  const { headers } = readText(
    'HTTP/1.1 200 OK\r\nSet-Cookie: a\r\nset-cookie: b\r\nX-A: \xe9\r\ncontent-length: 0\r\n\r\n',
  );
  expect(headers).toEqual({ 'set-cookie': ['a', 'b'], 'x-a': '\xe9', 'content-length': '0' });
});

const token = fc.stringMatching(/^[a-z][a-z-]{0,12}$/).map((name) => `x-${name}`);
const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/);
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array).toString('latin1'));
const response = fc.record({
  notes: fc.array(fc.constantFrom('HTTP/1.1 100 Continue\r\n\r\n', 'HTTP/1.1 102 Wait\r\na: b\r\n\r\n'), {
    maxLength: 2,
  }),
  fields: fc.uniqueArray(fc.tuple(token, value), { maxLength: 6, selector: ([name]) => name }),
  chunks: fc.array(bytes, { maxLength: 6 }),
  framing: fc.constantFrom('sized', 'chunked', 'endless'),
  extension: fc.constantFrom('', ';a', ';a="b c"'),
  trailers: fc.constantFrom('', 'x-a: b\r\n', 'a: b\r\nc: d\r\n'),
});

test('a response is read the same however it arrives', () => {
  fc.assert(
    fc.property(response, fc.array(fc.nat({ max: 2000 }), { maxLength: 12 }), (sent, cuts) => {
      const body = sent.chunks.join('');
      const whole = Buffer.from(
        `${sent.notes.join('')}${headOf(sent, body.length)}${bodyOf(sent, body)}`,
        'latin1',
      );
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const pieces = at.slice(1).map((end, index) => whole.subarray(at[index], end));
      const found = read(pieces, sent.framing === 'endless');
      expect(found).toMatchObject({ status: 200, body, ended: true });
      expect(found.headers).toMatchObject(Object.fromEntries(sent.fields));
      expect(found.idleMs).toBe(sent.framing === 'endless' ? 0 : 20_000);
    }),
    { numRuns: 1000 },
  );
});

type Sent = typeof response extends fc.Arbitrary<infer T> ? T : never;

function headOf({ fields, framing }: Sent, length: number): string {
  const ends = {
    sized: `Content-Length: ${length}\r\n`,
    chunked: 'Transfer-Encoding: chunked\r\n',
    endless: '',
  };
  return `HTTP/1.1 200 OK\r\n${fields.map(([name, text]) => `${name}: ${text}\r\n`).join('')}${ends[framing as 'sized']}\r\n`;
}

function bodyOf({ chunks, framing, extension, trailers }: Sent, body: string): string {
  if (framing !== 'chunked') return body;
  const framed = chunks
    .filter((chunk) => chunk !== '')
    .map((chunk) => `${chunk.length.toString(16)}${extension}\r\n${chunk}\r\n`);
  return `${framed.join('')}0${extension}\r\n${trailers}\r\n`;
}
