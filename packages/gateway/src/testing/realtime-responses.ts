import type { WebSocket } from 'ws';
import type { RealtimeScript } from './realtime.ts';

export const TEXT_DELTA = 'a piece of the answer';

/** A response that the provider has begun and not ended. */
interface OpenResponse {
  readonly id: string;
  readonly socket: WebSocket;
  readonly limit: number;
}

/** The behavior of a provider that keeps its responses open until the test ends them. */
export interface OpenResponses {
  readonly script: RealtimeScript;
  /** In the order in which they began. */
  readonly open: OpenResponse[];
  /** Sends `response.done` of the oldest response, or of the one with this id. */
  finish(id?: string): void;
  /** Begins a response by itself, as voice detection does. */
  begin(socket: WebSocket): string;
}

interface Behaviour {
  /** The usage in `response.done`; a function gets the limit of the answer, in tokens. */
  readonly usage: object | ((limit: number) => object);
  /** Sends the whole answer and `response.done` at once. Default: false. */
  readonly finishesAtOnce?: boolean;
  /** Answers `response.cancel` with a report. Default: true. */
  readonly reportsCancelled?: boolean;
  /** Begins responses on `response.create`. Default: true. */
  readonly begins?: boolean;
}

/** https://platform.openai.com/docs/models/gpt-realtime */
const MODEL_MAXIMUM = 4096;

let count = 0;

/**
 * Creates a provider of concurrent responses, with the events and fields of the Realtime API, in their order:
 * https://platform.openai.com/docs/api-reference/realtime-server-events
 */
export function holdResponses(behavior: Behaviour): OpenResponses {
  const { usage: report, finishesAtOnce = false, reportsCancelled = true, begins = true } = behavior;
  const open: OpenResponse[] = [];

  const finish = (id: string | undefined, status: string) => {
    const index = id === undefined ? 0 : open.findIndex((each) => each.id === id);
    const [response] = open.splice(index, index < 0 ? 0 : 1);
    if (!response) return;
    const usage = typeof report === 'function' ? report(response.limit) : report;
    const item = { id: `item_${response.id}`, type: 'message', role: 'assistant', status };
    const output = [{ ...item, content: [{ type: 'output_text', text: TEXT_DELTA }] }];
    send(response.socket, {
      type: 'response.done',
      response: { id: response.id, object: 'realtime.response', status, output, usage },
    });
  };
  const begin = (socket: WebSocket, fields: Record<string, unknown> = {}): string => {
    count += 1;
    const id = `resp_${count}`;
    const { max_output_tokens: limit } = fields;
    open.push({ id, socket, limit: typeof limit === 'number' ? limit : MODEL_MAXIMUM });
    const response = {
      id,
      object: 'realtime.response',
      status: 'in_progress',
      output: [],
      conversation_id: fields.conversation === 'none' ? null : 'conv_1',
      output_modalities: fields.output_modalities ?? ['audio'],
      max_output_tokens: fields.max_output_tokens ?? 'inf',
      usage: null,
    };
    send(socket, { type: 'response.created', response });
    const item = { id: `item_${id}`, type: 'message', role: 'assistant', status: 'in_progress', content: [] };
    send(socket, { type: 'response.output_item.added', response_id: id, output_index: 0, item });
    const place = { response_id: id, item_id: item.id, output_index: 0, content_index: 0 };
    send(socket, { type: 'response.output_text.delta', ...place, delta: TEXT_DELTA });
    return id;
  };

  return {
    open,
    begin,
    finish: (id) => finish(id, 'completed'),
    script: (event, socket) => {
      if (event.type === 'response.create' && begins) {
        const id = begin(socket, event.response as Record<string, unknown> | undefined);
        if (finishesAtOnce) finish(id, 'completed');
      }
      if (event.type === 'response.cancel' && reportsCancelled)
        finish(event.response_id as string | undefined, 'cancelled');
    },
  };
}

function send(socket: WebSocket, event: object): void {
  count += 1;
  socket.send(JSON.stringify({ event_id: `event_${count}`, ...event }));
}
