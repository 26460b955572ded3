import { gzipSync } from 'node:zlib';
import { chunk, head, LAST_CHUNK, type RawScript } from './raw-upstream.ts';
import type { Voice } from './voices.ts';

/**
 * The expected result for the caller. `refused`: an error of its dialect, free. `cut`: the text so far, an
 * error event and no end, charged for that text. `whole`: an answer like any other.
 */
export type CallerView = 'refused' | 'cut' | 'whole';

export interface Fault {
  name: string;
  /** Returns the answer to a stream and to a plain call; `undefined` when the fault is impossible there. */
  answer(voice: Voice, stream: boolean): RawScript | undefined;
  stream: CallerView;
  plain: CallerView;
  /** Status of a refusal, for all callers or by caller. Default: 502. */
  status?: number | Readonly<Record<string, number>>;
  basis?: 'upstream_usage' | 'counted';
}

const EVENTS = 'text/event-stream';
const JSON_TYPE = 'application/json';
const CHUNKED = 'transfer-encoding: chunked';

/** Sends the bytes and ends the connection as HTTP requires. */
function send(...bytes: (string | Buffer)[]): RawScript {
  return (_, socket) => {
    for (const piece of bytes) socket.write(piece);
    socket.end();
  };
}

/** The first words of an answer, as events or as the first half of a body. */
const words = ({ begin, plain }: Voice, stream: boolean): string =>
  stream ? begin.join('') : JSON.stringify(plain).slice(0, 60);
const whole = ({ begin, end, plain }: Voice, stream: boolean): string =>
  stream ? [...begin, ...end].join('') : JSON.stringify(plain);
const typeOf = (stream: boolean) => (stream ? EVENTS : JSON_TYPE);
const refusal = (status: string, lines: string[] = [], body = '{"error":{"message":"no"}}') =>
  send(head(JSON_TYPE, [...lines, `content-length: ${body.length}`], status), body);

/** Waits until the words were sent, so that what follows does not overtake them. */
function afterWords(voice: Voice, stream: boolean, then: RawScript): RawScript {
  return (call, socket) => {
    socket.write(head(typeOf(stream), [CHUNKED]));
    socket.write(chunk(words(voice, stream)), () => setTimeout(() => void then(call, socket), 5));
  };
}

/** Faults of the connection and of HTTP. */
const transport: Fault[] = [
  {
    name: 'resets the connection before it answers',
    answer: () => (_, socket) => void socket.resetAndDestroy(),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'hangs up before it answers',
    answer: () => (_, socket) => void socket.end(),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'answers in another protocol',
    answer: () => send('SSH-2.0-OpenSSH_9.2\r\n'),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'resets the connection in the middle',
    answer: (voice, stream) => afterWords(voice, stream, (_, socket) => void socket.resetAndDestroy()),
    stream: 'cut',
    plain: 'refused',
  },
  {
    name: 'hangs up between two chunks',
    answer: (voice, stream) => afterWords(voice, stream, (_, socket) => void socket.end()),
    stream: 'cut',
    plain: 'refused',
  },
  {
    name: 'sends a chunk that is none',
    answer: (voice, stream) => afterWords(voice, stream, (_, socket) => void socket.end('zz\r\nx\r\n')),
    stream: 'cut',
    plain: 'refused',
  },
  {
    name: 'announces more than it sends',
    answer: (voice, stream) => send(head(typeOf(stream), ['content-length: 100000']), words(voice, stream)),
    stream: 'cut',
    plain: 'refused',
  },
  {
    name: 'announces less than it sends',
    answer: (voice, stream) => {
      const sent = words(voice, stream);
      return send(head(typeOf(stream), [`content-length: ${Buffer.byteLength(sent)}`]), whole(voice, stream));
    },
    stream: 'cut',
    plain: 'refused',
  },
  {
    name: 'gives the length in two ways',
    answer: (voice, stream) =>
      send(head(typeOf(stream), [CHUNKED, 'content-length: 5']), chunk(whole(voice, stream)), LAST_CHUNK),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'sends a head of 40 KB',
    answer: (voice, stream) =>
      send(head(typeOf(stream), [`x-padding: ${'x'.repeat(40_000)}`]), whole(voice, stream)),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'sends a packed answer that was not requested, large, broken or packed thirty times',
    answer: (_, stream) => {
      const bomb = gzipSync(Buffer.alloc(1024 * 1024));
      const coding = stream ? 'gzip' : Array(30).fill('gzip').join(', ');
      const bytes = stream ? bomb : bomb.subarray(0, 200);
      return send(head(typeOf(stream), [`content-encoding: ${coding}`, 'connection: close']), bytes);
    },
    stream: 'refused',
    plain: 'refused',
  },
];

/** A vendor that repeats the key of the channel in every field. */
const REPEATED_KEY = '{"error":{"message":"K","type":"K","code":"K","param":"K"}}'.replaceAll(
  'K',
  'sk-upstream-openai-0123456789',
);
const refused = (name: string, status: string, lines: string[] = []): Fault => ({
  name,
  answer: () => refusal(status, lines),
  stream: 'refused',
  plain: 'refused',
});

/** Error responses, and responses that are no valid answer. */
const refusals: Fault[] = [
  ...['7', new Date(Date.now() + 60_000).toUTCString(), 'soon'].map(
    (when): Fault => ({
      ...refused(`is busy until ${when}`, '429 Too Many Requests', [`retry-after: ${when}`]),
      status: 429,
    }),
  ),
  ...[401, 403, 404, 500, 503, 529].map(
    (status): Fault => ({
      name: `refuses with ${status}`,
      answer: () => refusal(`${status} No`, [], REPEATED_KEY),
      stream: 'refused',
      plain: 'refused',
      status: status === 401 ? 502 : status, // the site's key, not the caller's
    }),
  ),
  ...[101, 199, 600, 999].map((status) =>
    refused(`refuses with ${status}, which is no status of an answer`, `${status} No`),
  ),
  refused('sends the caller elsewhere', '302 Found', ['location: http://127.0.0.1:1/']),
  refused('answers 200 with an error', '200 OK'),
  {
    name: 'answers with a page',
    answer: () => send(head('text/html', ['connection: close']), '<html>hi</html>'),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'answers with nothing',
    answer: (_, stream) => send(head(typeOf(stream), ['content-length: 0'])),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'nests its answer a hundred thousand levels deep',
    answer: ({ begin }, stream) => {
      const deep = `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      return stream
        ? send(head(EVENTS, ['connection: close']), begin.join(''), `data: ${deep}\n\n`)
        : send(head(JSON_TYPE, ['connection: close']), deep);
    },
    stream: 'cut',
    plain: 'whole',
    basis: 'counted',
  },
];

/** Faults within a stream, valid as HTTP. */
const formats: Fault[] = [
  {
    name: 'ends its stream without an end',
    answer: ({ begin }, stream) =>
      stream ? send(head(EVENTS, [CHUNKED]), chunk(begin.join('')), LAST_CHUNK) : undefined,
    stream: 'cut',
    plain: 'whole',
  },
  {
    name: 'reports an error within its stream',
    answer: ({ begin, error }, stream) =>
      stream ? send(head(EVENTS, [CHUNKED]), chunk([...begin, error].join('')), LAST_CHUNK) : undefined,
    stream: 'cut',
    plain: 'whole',
  },
  {
    name: 'begins its stream with an error',
    answer: ({ error }, stream) =>
      stream ? send(head(EVENTS, [CHUNKED]), chunk(error), LAST_CHUNK) : undefined,
    stream: 'refused',
    status: { messages: 529, gemini: 503 },
    plain: 'whole',
  },
  {
    name: 'sends an event of 10 MB in one line',
    answer: ({ begin }, stream) =>
      stream
        ? send(head(EVENTS, ['connection: close']), begin.join(''), `data: "${'x'.repeat(10_000_000)}"\n\n`)
        : undefined,
    stream: 'cut',
    plain: 'whole',
  },
];

/** Unusual but valid answers. */
const unusualResponses: Fault[] = [
  {
    name: 'ends lines with CRLF, sends comments and leaves out spaces',
    answer: (voice, stream) => {
      const text = stream
        ? `: hello\n\n${whole(voice, stream).replaceAll('data: ', 'data:')}`.replaceAll('\n', '\r\n')
        : `\r\n ${whole(voice, stream)}\r\n`;
      return send(head(typeOf(stream), [CHUNKED]), chunk(text), LAST_CHUNK);
    },
    stream: 'whole',
    plain: 'whole',
  },
  {
    name: 'sends its answer byte by byte',
    answer: (voice, stream) => {
      const bytes = [...Buffer.from(whole(voice, stream))].map((byte) => chunk(Buffer.from([byte])));
      return send(head(typeOf(stream), [CHUNKED]), ...bytes, LAST_CHUNK);
    },
    stream: 'whole',
    plain: 'whole',
  },
  {
    name: 'does not say what was used',
    answer: (voice, stream) => {
      const { plain, end } = voice.withUsage('none');
      return send(
        head(typeOf(stream), ['connection: close']),
        whole({ ...voice, plain: { ...plain }, end }, stream),
      );
    },
    stream: 'whole',
    plain: 'whole',
    basis: 'counted',
  },
  {
    name: 'reports usage that cannot be',
    answer: (voice, stream) => {
      const { plain, end } = voice.withUsage('absurd');
      return send(
        head(typeOf(stream), ['connection: close']),
        whole({ ...voice, plain: { ...plain }, end }, stream),
      );
    },
    stream: 'whole',
    plain: 'whole',
    basis: 'counted',
  },
];

export const upstreamFaults: readonly Fault[] = [...transport, ...refusals, ...formats, ...unusualResponses];

/** Faults that are only noticed by a timeout. */
export const silences: readonly Fault[] = [
  { name: 'never answers', answer: () => () => {}, stream: 'refused', plain: 'refused' },
  {
    name: 'falls silent in its head',
    answer: () => (_, socket) => void socket.write('HTTP/1.1 200 OK\r\ncontent-ty'),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'falls silent behind its head',
    answer: (_, stream) => (__, socket) => void socket.write(head(typeOf(stream), [CHUNKED])),
    stream: 'refused',
    plain: 'refused',
  },
  {
    name: 'falls silent in the middle',
    answer: (voice, stream) => afterWords(voice, stream, () => {}),
    stream: 'cut',
    plain: 'refused',
  },
];
