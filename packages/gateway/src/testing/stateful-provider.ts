import { randomBytes } from 'node:crypto';
import { type ReceivedCall, type Script, sendEvents, sendJson } from './upstream.ts';

type Json = Record<string, unknown>;

/** OpenAI's responses, with what each key stores: https://platform.openai.com/docs/api-reference/responses */
export function statefulProvider(): Script {
  const owners = new Map<string, string>();
  let count = 0;
  return (call, response) => {
    const key = String(call.headers.authorization);
    const { previous_response_id: previous, input, stream, store } = call.json;
    const sealed = Array.isArray(input) ? input.map((item: Json) => item.encrypted_content) : [];
    for (const id of [previous, ...sealed]) {
      if (typeof id !== 'string' || owners.get(id) === key) continue;
      const code = id === previous ? 'previous_response_not_found' : 'invalid_encrypted_content';
      return sendJson(response, 400, {
        error: { message: `${code}: it is not here`, type: 'invalid_request_error', code },
      });
    }
    count += 1;
    const answer = answerOf(count, store);
    for (const id of [answer.id, answer.output[0].encrypted_content]) owners.set(id, key);
    if (!stream) return sendJson(response, 200, answer);
    const begin = { type: 'response.created', response: { ...answer, status: 'in_progress', output: [] } };
    const delta = { type: 'response.output_text.delta', delta: 'Yes' };
    const events = [begin, delta, { type: 'response.completed', response: answer }];
    return sendEvents(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`))(
      call,
      response,
    );
  };
}

function answerOf(number: number, store: unknown) {
  const text = { type: 'output_text', text: 'Yes' };
  return {
    id: `resp_${number}_${randomBytes(8).toString('hex')}`,
    object: 'response',
    status: 'completed',
    store: store ?? true,
    model: 'm',
    output: [
      {
        type: 'reasoning',
        id: `rs_${number}`,
        encrypted_content: `gAAAAAB${randomBytes(120).toString('base64')}`,
      },
      { type: 'message', role: 'assistant', content: [text] },
    ] as const,
    usage: { input_tokens: 9, output_tokens: 1 },
  };
}

/** OpenAI's chat, with the prompts that each key has in its cache. A message is `TOKENS` tokens long. */
export function cachingProvider(): Script {
  const caches = new Map<string, Set<string>>();
  return (call, response) => {
    const cache = cacheOf(caches, call);
    const messages = call.json.messages as unknown[];
    let prefix = '';
    let cached = 0;
    for (const [at, message] of messages.entries()) {
      prefix += JSON.stringify(message);
      if (cache.has(prefix)) cached = at + 1;
      cache.add(prefix);
    }
    const tokens = messages.length * TOKENS;
    const usage = {
      prompt_tokens: tokens,
      completion_tokens: 1,
      total_tokens: tokens + 1,
      prompt_tokens_details: { cached_tokens: cached * TOKENS },
    };
    const choices = [{ index: 0, message: { role: 'assistant', content: 'Yes' }, finish_reason: 'stop' }];
    sendJson(response, 200, { id: 'c1', object: 'chat.completion', model: call.json.model, choices, usage });
  };
}

const TOKENS = 10;

function cacheOf(caches: Map<string, Set<string>>, { headers }: ReceivedCall): Set<string> {
  const key = String(headers.authorization);
  const cache = caches.get(key) ?? new Set<string>();
  caches.set(key, cache);
  return cache;
}
