/** What the callers of a measurement send. */

export type Kind = 'json' | 'burst' | 'paced' | 'large' | 'embeddings';

/** Marks in the prompt that tell the provider's stand-in how to respond. */
export const MARKS = { paced: 'in pieces', slow: 'slow' } as const;

interface Callers {
  url: string;
  kind: Kind;
  keys: readonly string[];
  models: readonly string[];
}

const MINIMUM = 400;
const LARGE_BYTES = 1_000_000;

/** Returns whole HTTP requests, each key and each model in some: no two texts are the same. */
export function requestsOf(callers: Callers): Buffer[] {
  const large = callers.kind === 'large';
  const count = large ? 20 : Math.max(MINIMUM, callers.keys.length * 2);
  return Array.from({ length: count }, (_, index) =>
    requestOf(callers, {
      key: callers.keys[index % callers.keys.length]!,
      model: callers.models[index % callers.models.length]!,
      seed: index,
    }),
  );
}

function requestOf({ url, kind }: Callers, call: { key: string; model: string; seed: number }): Buffer {
  const body = Buffer.from(JSON.stringify(bodyOf(kind, call.model, call.seed)));
  const path = kind === 'embeddings' ? '/v1/embeddings' : '/v1/chat/completions';
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${new URL(url).host}`,
    'user-agent: tollgate-bench',
    'accept: application/json',
    'content-type: application/json',
    `authorization: Bearer ${call.key}`,
    `content-length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

export function bodyOf(kind: Kind | 'slow', model: string, seed = 0): object {
  if (kind === 'embeddings')
    return {
      model: 'text-embedding-3-small',
      input: Array.from({ length: 100 }, (_, index) => textOf(seed + index, 80)),
    };
  const mark = kind === 'paced' || kind === 'slow' ? ` ${MARKS[kind]}` : '';
  const content = textOf(seed, kind === 'large' ? LARGE_BYTES : 800) + mark;
  const chat = { model, messages: [{ role: 'user', content }] };
  return kind === 'json' || kind === 'large'
    ? chat
    : { ...chat, stream: true, stream_options: { include_usage: true } };
}

const WORDS =
  'gates open when the river rises and every toll is counted by people who were there 收费 站'.split(' ');

/** Text of about this many bytes, another one for each seed. */
function textOf(seed: number, bytes: number): string {
  let text = `${seed}`;
  for (let state = seed + 1; text.length < bytes; ) {
    state = (state * 48_271) % 2_147_483_647;
    text += ` ${WORDS[state % WORDS.length]}`;
  }
  return text;
}
