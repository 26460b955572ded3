import type { ServerResponse } from 'node:http';
import { type ReceivedCall, type Script, sendEvents, sendJson } from './upstream.ts';

/** Obedient ones respect the limit of a request and refuse one above the model's maximum, as documented. */
export type LimitBehaviour = 'obedient' | 'disobedient';

interface Writing {
  manners: LimitBehaviour;
  /** The number of tokens in an answer without a limit. */
  tokens: number;
  /** The longest answer of the model. */
  maximum: number;
  /** Tokens of each event of a stream. Default: a tenth of the answer. */
  pieceTokens?: number;
}

/** The content of the upstream's answer, for every dialect below. */
interface Answer {
  model: string;
  /** One token per word. */
  words: string[];
  prompt: number;
  isCut: boolean;
  pieceTokens: number;
}

/** A provider of every dialect that writes long answers, one token per word. */
export function writing({ manners, tokens, maximum, pieceTokens }: Writing): Script {
  return (call, response) => {
    const shape = shapeOf(call.path);
    const limit = shape.limit(call.json);
    if (manners === 'obedient' && limit instanceof Error)
      return sendJson(response, 400, { error: { message: limit.message, type: 'invalid_request_error' } });
    const most = limit instanceof Error || manners === 'disobedient' ? undefined : limit;
    if (most !== undefined && (most > maximum || most < 1)) {
      const message = `max_tokens is ${most}, but this model supports at most ${maximum} tokens`;
      return sendJson(response, 400, { error: { message, type: 'invalid_request_error' } });
    }
    const count = Math.min(tokens, most ?? Number.POSITIVE_INFINITY);
    const answer: Answer = {
      model: String(call.json.model ?? ''),
      words: Array.from({ length: count }, () => 'word '),
      prompt: 8,
      isCut: count < tokens,
      pieceTokens: pieceTokens ?? Math.max(1, Math.floor(count / 10)),
    };
    return send(shape, call, response, answer);
  };
}

function send(
  shape: Shape,
  call: ReceivedCall,
  response: ServerResponse,
  answer: Answer,
): void | Promise<void> {
  const isStream = call.json.stream === true || call.path.includes('streamGenerateContent');
  if (!isStream) return sendJson(response, 200, shape.whole(answer));
  return sendEvents(shape.events(answer, call.json))(call, response);
}

interface Shape {
  /** Returns an error when the limit of the request violates the documentation. */
  limit(body: Record<string, unknown>): number | undefined | Error;
  whole(answer: Answer): unknown;
  events(answer: Answer, body: Record<string, unknown>): string[];
}

function shapeOf(path: string): Shape {
  if (path.includes('/chat/completions')) return chat;
  if (path.includes('/completions')) return completions;
  if (path.includes('/responses')) return responses;
  return path.includes('/messages') ? messages : contents;
}

const chat: Shape = {
  limit({ model, max_tokens: older, max_completion_tokens: newer }) {
    if (older && newer) return new Error('max_tokens and max_completion_tokens cannot be set both');
    if (older && /^(o\d|gpt-5)/.test(String(model)))
      return new Error('max_tokens is not supported with this model, use max_completion_tokens');
    return (older ?? newer ?? undefined) as number | undefined;
  },
  whole: (answer) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: answer.model,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: answer.words.join('') },
        finish_reason: answer.isCut ? 'length' : 'stop',
      },
    ],
    usage: openaiUsage(answer),
  }),
  events: (answer, { stream_options }) => [
    ...pieces(answer).map((content) => data({ choices: [{ index: 0, delta: { content } }] })),
    data({ choices: [{ index: 0, delta: {}, finish_reason: answer.isCut ? 'length' : 'stop' }] }),
    ...(stream_options ? [data({ choices: [], usage: openaiUsage(answer) })] : []),
    'data: [DONE]\n\n',
  ],
};

const completions: Shape = {
  limit: ({ max_tokens }) => max_tokens as number | undefined,
  whole: (answer) => ({
    id: 'cmpl-1',
    object: 'text_completion',
    choices: [{ index: 0, text: answer.words.join(''), finish_reason: answer.isCut ? 'length' : 'stop' }],
    usage: openaiUsage(answer),
  }),
  events: (answer, { stream_options }) => [
    ...pieces(answer).map((text) => data({ choices: [{ index: 0, text, finish_reason: null }] })),
    data({ choices: [{ index: 0, text: '', finish_reason: answer.isCut ? 'length' : 'stop' }] }),
    ...(stream_options ? [data({ choices: [], usage: openaiUsage(answer) })] : []),
    'data: [DONE]\n\n',
  ],
};

const responses: Shape = {
  limit({ max_output_tokens: limit }) {
    if (typeof limit === 'number' && limit < 16)
      return new Error('max_output_tokens is below the minimum, 16');
    return limit as number | undefined;
  },
  whole: (answer) => ({
    id: 'resp_1',
    object: 'response',
    status: answer.isCut ? 'incomplete' : 'completed',
    output: [
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: answer.words.join('') }],
      },
    ],
    usage: responsesUsage(answer),
  }),
  events: (answer) => {
    const end = answer.isCut ? 'response.incomplete' : 'response.completed';
    return [
      ...pieces(answer).map((delta) => named('response.output_text.delta', { delta })),
      named(end, { response: { id: 'resp_1', usage: responsesUsage(answer) } }),
    ];
  },
};

const messages: Shape = {
  limit({ max_tokens: limit, thinking }) {
    if (typeof limit !== 'number') return new Error('max_tokens: Field required');
    const { budget_tokens: budget = 0 } = (thinking ?? {}) as { budget_tokens?: number };
    return budget >= limit ? new Error('max_tokens must be greater than thinking.budget_tokens') : limit;
  },
  whole: (answer) => ({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: answer.model,
    content: [{ type: 'text', text: answer.words.join('') }],
    stop_reason: answer.isCut ? 'max_tokens' : 'end_turn',
    usage: { input_tokens: answer.prompt, output_tokens: answer.words.length },
  }),
  events: (answer) => [
    named('message_start', {
      message: { id: 'msg_1', usage: { input_tokens: answer.prompt, output_tokens: 1 } },
    }),
    named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    ...pieces(answer).map((text) =>
      named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
    ),
    named('content_block_stop', { index: 0 }),
    named('message_delta', {
      delta: { stop_reason: answer.isCut ? 'max_tokens' : 'end_turn' },
      usage: { output_tokens: answer.words.length },
    }),
    named('message_stop', {}),
  ],
};

const contents: Shape = {
  limit: ({ generationConfig }) =>
    (generationConfig as { maxOutputTokens?: number } | undefined)?.maxOutputTokens,
  whole: (answer) => contentsOf(answer, answer.words.join(''), true),
  events: (answer) =>
    pieces(answer).map((text, index, all) => data(contentsOf(answer, text, index === all.length - 1))),
};

function contentsOf({ isCut, prompt, words }: Answer, text: string, isFinalMessage: boolean): object {
  const finish = isFinalMessage && { finishReason: isCut ? 'MAX_TOKENS' : 'STOP' };
  return {
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...finish }],
    ...(isFinalMessage && {
      usageMetadata: { promptTokenCount: prompt, candidatesTokenCount: words.length },
    }),
  };
}

/** The texts of the events. */
function pieces({ words, pieceTokens: size }: Answer): string[] {
  const all: string[] = [];
  for (let from = 0; from < words.length; from += size) all.push(words.slice(from, from + size).join(''));
  return all;
}

function openaiUsage({ prompt, words }: Answer) {
  const total_tokens = prompt + words.length;
  return { prompt_tokens: prompt, completion_tokens: words.length, total_tokens };
}

function responsesUsage({ prompt, words }: Answer) {
  return { input_tokens: prompt, output_tokens: words.length, total_tokens: prompt + words.length };
}

function data(event: object): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function named(type: string, fields: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
}
