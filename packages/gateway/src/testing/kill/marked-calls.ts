import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeUpstream, sendJson, startUpstream } from '../upstream.ts';

/**
 * Calls that can be identified in the books. Call number n has n in its prompt. Its body is `BODY_BYTES + n`
 * bytes long, which is its cost when its end is unknown. The provider reports `PROMPT_TOKENS + n` for it.
 */
const BODY_BYTES = 400;
/** Plausible for a body of this size: the gateway would replace a larger report by its own count. */
const PROMPT_TOKENS = 5000;
const COMPLETION_TOKENS = 40;
/** A stream with this limit lasts about fifteen seconds. */
const LONG_MAX_TOKENS = 10_000;
const LONG_GAP_MS = 150;
const shortText = ['one ', 'two ', 'three ', 'four'];
const longText = Array.from({ length: 100 }, () => 'x'.repeat(200));
/** The price of a drawing: $0.1. */
export const DRAWING_COST = 50_000;

export interface MarkedProvider {
  readonly url: string;
  /** How often each call arrived completely. */
  readonly seen: ReadonlyMap<number, number>;
  /** The same for requests for drawings. */
  readonly ordered: ReadonlyMap<number, number>;
  close(): Promise<void>;
}

/**
 * Answers within a few milliseconds, plain or in four chunks and the usage. Accepts drawings as a Midjourney
 * proxy: those with an even number succeed, the others fail.
 */
export async function startMarkedProvider(): Promise<MarkedProvider> {
  const seen = new Map<number, number>();
  const ordered = new Map<number, number>();
  const upstream: FakeUpstream = await startUpstream(async ({ path, body, json }, response) => {
    upstream.calls.length = 0; // Hundreds of kills would fill the memory with calls.
    if (path.endsWith('list-by-condition'))
      return sendJson(response, 200, (json.ids as string[]).map(drawing));
    const number = Number(/call (\d+) /.exec(body.toString())?.[1]);
    if (path.startsWith('/mj/')) {
      ordered.set(number, (ordered.get(number) ?? 0) + 1);
      await sleep(Math.random() * 20);
      return sendJson(response, 200, { code: 1, description: 'ok', result: `drawing-${number}` });
    }
    seen.set(number, (seen.get(number) ?? 0) + 1);
    response.on('error', () => {});
    const usage = { prompt_tokens: PROMPT_TOKENS + number, completion_tokens: COMPLETION_TOKENS };
    const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
    if (json.stream !== true) {
      await sleep(Math.random() * 20);
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Hi' }, finish_reason: 'stop' }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ choices, usage }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const isLong = json.max_tokens === LONG_MAX_TOKENS;
    for (const content of isLong ? longText : shortText) {
      send({ choices: [{ index: 0, delta: { content }, finish_reason: null }] });
      await sleep(isLong ? LONG_GAP_MS : Math.random() * 5);
      if (response.destroyed) return;
    }
    send({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
    send({ choices: [], usage });
    response.end('data: [DONE]\n\n');
  });
  return { url: upstream.url, seen, ordered, close: upstream.close };
}

function drawing(id: string): object {
  return { id, status: Number(id.slice('drawing-'.length)) % 2 === 0 ? 'SUCCESS' : 'FAILURE' };
}

/** Returns the request of call number n. A long one is streamed for seconds instead of milliseconds. */
export function markedBody(number: number, stream: boolean, isLong = false): string {
  const write = (padding: string) =>
    JSON.stringify({
      model: 'gpt-4o-mini',
      max_tokens: isLong ? LONG_MAX_TOKENS : 100,
      messages: [{ role: 'user', content: `call ${number} ${padding}` }],
      ...(stream && { stream, stream_options: { include_usage: true } }),
    });
  return write('x'.repeat(BODY_BYTES + number - write('').length));
}

/** Returns the call of a row of the usage log. @throws for a row that belongs to no call */
export function numberOf(row: { prompt_tokens: number; billing_basis: string }): number {
  if (row.billing_basis === 'upstream_usage') return row.prompt_tokens - PROMPT_TOKENS;
  if (row.billing_basis === 'estimated') return row.prompt_tokens - BODY_BYTES;
  throw new Error(`unexpected row of the kind ${row.billing_basis}`);
}

/** The minimum cost of call number n when its end is unknown, after so many bytes of text. */
export function costOfText(number: number, bytes: number): number {
  return costOf({ prompt_tokens: BODY_BYTES + number, completion_tokens: Math.ceil(bytes / 4) });
}

/** The cost of a call computed from the usage in its response, at the price of the model. */
export function costOf({ prompt_tokens, completion_tokens }: Record<string, number>): number {
  const [modelRatio, completionRatio] = [0.075, 4];
  return Math.round(((prompt_tokens ?? 0) + (completion_tokens ?? 0) * completionRatio) * modelRatio);
}
