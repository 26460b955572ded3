import { type ReceivedCall, type Script, sendEvents, sendJson } from './upstream.ts';

type Json = Record<string, unknown>;

/** Answers of one account, as OpenAI stores them: https://platform.openai.com/docs/api-reference/responses */
interface Stored {
  readonly key: string;
  readonly kind: 'response' | 'chat';
  body: Json;
  readonly request: Json;
}

/** OpenAI's stored responses and chats. Tests decide when a background response ends. */
export class StoringProvider {
  readonly #stored = new Map<string, Stored>();
  #count = 0;
  /** Whether reads fail, as in an outage. */
  isAway = false;
  /** The id of the next responses, in place of a new one. */
  repeatId: string | undefined;
  /** The size of every answer. */
  usage = { input_tokens: 100, output_tokens: 20 };

  readonly script: Script = (call, response) => {
    const [path = '', query = ''] = call.path.split('?', 2);
    const [, collection, id, action = ''] =
      /^\/v1\/(responses|chat\/completions)(?:\/([^/]+))?(\/[^/]+)?$/.exec(path) ?? [];
    if (this.isAway && call.method === 'GET') return sendJson(response, 503, failure('away'));
    if (path === '/v1/responses/input_tokens') {
      return sendJson(response, 200, { object: 'response.input_tokens', input_tokens: 12 });
    }
    if (path === '/v1/responses/compact') return sendJson(response, 200, this.#compact(call));
    if (collection === 'responses' && id === undefined) return this.#create(call, response);
    if (collection !== undefined && id === undefined) return this.#chat(call, response);
    const stored = id === undefined ? undefined : this.#stored.get(id);
    const isOwn = stored?.key === call.headers.authorization;
    const isKind = stored?.kind === (collection === 'responses' ? 'response' : 'chat');
    if (!stored || !isOwn || !isKind)
      return sendJson(response, 404, failure(`Response with id '${id}' not found.`));
    return this.#serve(stored, { call, action, query: new URLSearchParams(query) }, response);
  };

  /** Ends a response that runs in the background. */
  finish(id: string, status = 'completed'): void {
    const stored = this.#get(id);
    const usage = status === 'completed' ? this.#usage() : null;
    const error = status === 'failed' ? { code: 'rate_limit_exceeded', message: 'Too many tokens.' } : null;
    stored.body = { ...stored.body, status, usage, error, output: error ? [] : [text('Yes')] };
  }

  /** A cancelled response may keep nothing of what it sent. */
  forgetOutput(id: string): void {
    const stored = this.#get(id);
    stored.body = { ...stored.body, output: [] };
  }

  get ids(): string[] {
    return [...this.#stored.keys()];
  }

  #get(id: string): Stored {
    const stored = this.#stored.get(id);
    if (!stored) throw new Error(`${id} is not stored`);
    return stored;
  }

  #usage() {
    const { input_tokens, output_tokens } = this.usage;
    return { ...this.usage, total_tokens: input_tokens + output_tokens };
  }

  #create(call: ReceivedCall, response: Parameters<Script>[1]) {
    const { background = false, store = true, stream = false, model, input } = call.json;
    if (background && !store) return sendJson(response, 400, failure('background requires store to be true'));
    this.#count += 1;
    const status = background ? 'queued' : 'completed';
    const body = {
      ...{
        id: this.repeatId ?? `resp_${this.#count}`,
        object: 'response',
        created_at: 1,
        status,
        background,
        store,
        model,
      },
      ...{ output: background ? [] : [text('Yes')], usage: background ? null : this.#usage() },
    };
    const key = String(call.headers.authorization);
    if (store) this.#stored.set(body.id, { key, kind: 'response', body, request: { input } });
    if (!stream) return sendJson(response, 200, body);
    return sendEvents(this.#events(body, -1), { end: background !== true })(call, response);
  }

  /** The events of a response behind one of them. A background response sends the last ones when it has ended. */
  #events(body: Json, after: number): string[] {
    const isDone = body.status === 'completed';
    const running = { ...body, status: 'in_progress', output: [], usage: null };
    const delta = { item_id: 'msg_1', output_index: 0, content_index: 0, logprobs: [] };
    const events: Json[] = [
      { type: 'response.created', response: running },
      { type: 'response.in_progress', response: running },
      { type: 'response.output_text.delta', ...delta, delta: 'Ye' },
      { type: 'response.output_text.delta', ...delta, delta: 's' },
      ...(isDone ? [{ type: 'response.completed', response: body }] : []),
    ];
    return events
      .map((event, sequence_number) => ({ ...event, sequence_number }))
      .filter(({ sequence_number }) => sequence_number > after)
      .map((event) => `event: ${(event as Json).type}\ndata: ${JSON.stringify(event)}\n\n`);
  }

  #serve(
    stored: Stored,
    { call, action, query }: { call: ReceivedCall; action: string; query: URLSearchParams },
    response: Parameters<Script>[1],
  ) {
    const { body, kind } = stored;
    const { method } = call;
    const object = kind === 'response' ? 'response' : 'chat.completion.deleted';
    if (method === 'DELETE') {
      this.#stored.delete(String(body.id));
      return sendJson(response, 200, { id: body.id, object, deleted: true });
    }
    if (action === '/cancel') {
      if (!body.background) return sendJson(response, 400, failure('Only background responses'));
      if (body.status === 'queued' || body.status === 'in_progress')
        this.finish(String(body.id), 'cancelled');
      return sendJson(response, 200, this.#get(String(body.id)).body);
    }
    if (action === '/input_items' || action === '/messages') {
      const item = { id: 'msg_0', type: 'message', role: 'user', content: stored.request.input };
      const page = { first_id: 'msg_0', last_id: 'msg_0', has_more: false };
      return sendJson(response, 200, { object: 'list', data: [item], ...page });
    }
    if (method === 'POST') stored.body = { ...body, metadata: call.json.metadata };
    if (query.get('stream') !== 'true') return sendJson(response, 200, stored.body);
    if (!body.background) return sendJson(response, 400, failure('Only background responses'));
    const events = this.#events(body, Number(query.get('starting_after') ?? -1));
    return sendEvents(events)(call, response);
  }

  #chat({ json, headers }: ReceivedCall, response: Parameters<Script>[1]) {
    this.#count += 1;
    const message = { role: 'assistant', content: 'Yes', refusal: null };
    const body = {
      ...{ id: `chatcmpl-${this.#count}`, object: 'chat.completion', created: 1, model: json.model },
      ...{ choices: [{ index: 0, message, finish_reason: 'stop' }], metadata: json.metadata ?? {} },
      usage: { prompt_tokens: 9, completion_tokens: 1, total_tokens: 10 },
    };
    const key = String(headers.authorization);
    if (json.store) this.#stored.set(body.id, { key, kind: 'chat', body, request: { input: json.messages } });
    sendJson(response, 200, body);
  }

  #compact({ json }: ReceivedCall): Json {
    const compaction = { id: 'cmp_1', type: 'compaction', encrypted_content: `gAAAAAB${'x'.repeat(200)}` };
    const output = [{ type: 'message', role: 'user', content: json.input }, compaction];
    return { id: 'resp_c', object: 'response.compaction', created_at: 1, output, usage: this.#usage() };
  }
}

function text(words: string): Json {
  const content = [{ type: 'output_text', text: words, annotations: [] }];
  return { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content };
}

function failure(message: string): Json {
  return { error: { message, type: 'invalid_request_error', param: null, code: null } };
}
