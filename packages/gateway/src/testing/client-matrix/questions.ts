import Anthropic from '@anthropic-ai/sdk';
import { ApiError, GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { DOT } from '../fluent/scene.ts';

export interface Access {
  url: string;
  key: string;
  model: string;
}

export const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
export const STOP = 'THE END';

/** One question of an application, by the SDK of its dialect. */
export interface Question {
  text: string;
  /** With a picture of one red dot. */
  picture?: boolean;
  /** Wants an object of this shape. */
  schema?: boolean;
  /** Wants the answer to end before `STOP`, where the API has a field for that. */
  stop?: boolean;
}

/** What the application sees of an error. */
export interface Failure {
  status: number | undefined;
  type: string | undefined;
  message: string;
  /** Seconds until the next try. */
  retryAfter: string | undefined;
}

export interface MatrixClient {
  name: string;
  ask(access: Access, question: Question): Promise<string>;
  /** Yields texts as they come. Leaving the loop closes the connection. */
  stream(access: Access, question: Question): AsyncGenerator<string>;
  readError(error: unknown): Failure;
  /** The type of the error of a bad request. */
  badRequest: string;
}

const openai = ({ url, key }: Access) => new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });

const chat: MatrixClient = {
  name: 'OpenAI SDK, Chat Completions',
  async ask(access, question) {
    const { choices } = await openai(access).chat.completions.create(chatBody(access, question));
    return choices[0]?.message.content ?? '';
  },
  async *stream(access, question) {
    const body = { ...chatBody(access, question), stream: true as const };
    for await (const { choices } of await openai(access).chat.completions.create(body))
      if (choices[0]?.delta.content) yield choices[0].delta.content;
  },
  readError: readOpenai,
  badRequest: 'invalid_request_error',
};

function chatBody({ model }: Access, { text, ...wants }: Question) {
  const url = `data:image/png;base64,${DOT}`;
  return {
    model,
    messages: [
      {
        role: 'user' as const,
        content: [
          { type: 'text' as const, text },
          ...(wants.picture ? [{ type: 'image_url' as const, image_url: { url } }] : []),
        ],
      },
    ],
    ...(wants.stop && { stop: [STOP] }),
    ...(wants.schema && {
      response_format: {
        type: 'json_schema' as const,
        json_schema: { name: 'place', schema, strict: true },
      },
    }),
  };
}

const responses: MatrixClient = {
  name: 'OpenAI SDK, Responses',
  async ask(access, question) {
    return (await openai(access).responses.create(responsesBody(access, question))).output_text;
  },
  async *stream(access, question) {
    const body = { ...responsesBody(access, question), stream: true as const };
    for await (const event of await openai(access).responses.create(body))
      if (event.type === 'response.output_text.delta') yield event.delta;
  },
  readError: readOpenai,
  badRequest: 'invalid_request_error',
};

function responsesBody({ model }: Access, { text, ...wants }: Question) {
  const image = { type: 'input_image' as const, image_url: `data:image/png;base64,${DOT}` };
  return {
    model,
    input: [
      {
        role: 'user' as const,
        content: [
          { type: 'input_text' as const, text },
          ...(wants.picture ? [{ ...image, detail: 'auto' as const }] : []),
        ],
      },
    ],
    ...(wants.schema && {
      text: { format: { type: 'json_schema' as const, name: 'place', schema, strict: true } },
    }),
  };
}

function readOpenai(error: unknown): Failure {
  if (!(error instanceof OpenAI.APIError)) throw error;
  const { status, type, message, headers } = error;
  return { status, type, message, retryAfter: headers?.get('retry-after') ?? undefined };
}

const messages: MatrixClient = {
  name: 'Anthropic SDK',
  async ask(access, question) {
    const { content } = await anthropic(access).messages.create(messagesBody(access, question));
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  },
  async *stream(access, question) {
    const body = { ...messagesBody(access, question), stream: true as const };
    for await (const event of await anthropic(access).messages.create(body))
      if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text;
  },
  readError(error) {
    if (!(error instanceof Anthropic.APIError)) throw error;
    const { status, type, message, headers } = error;
    return { status, type: type ?? undefined, message, retryAfter: headers?.get('retry-after') ?? undefined };
  },
  badRequest: 'invalid_request_error',
};

const anthropic = ({ url, key }: Access) => new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });

function messagesBody({ model }: Access, { text, ...wants }: Question) {
  const source = { type: 'base64' as const, media_type: 'image/png' as const, data: DOT };
  return {
    model,
    max_tokens: 100,
    messages: [
      {
        role: 'user' as const,
        content: [
          { type: 'text' as const, text },
          ...(wants.picture ? [{ type: 'image' as const, source }] : []),
        ],
      },
    ],
    ...(wants.stop && { stop_sequences: [STOP] }),
    ...(wants.schema && { output_config: { format: { type: 'json_schema' as const, schema } } }),
  };
}

const google: MatrixClient = {
  name: 'Google Gen AI SDK',
  async ask(access, question) {
    return (await models(access).generateContent(googleBody(access, question))).text ?? '';
  },
  async *stream(access, question) {
    const leaving = new AbortController();
    const { config, ...body } = googleBody(access, question);
    const params = { ...body, config: { ...config, abortSignal: leaving.signal } };
    try {
      for await (const { text } of await models(access).generateContentStream(params)) if (text) yield text;
    } finally {
      leaving.abort();
    }
  },
  readError(error) {
    if (!(error instanceof ApiError)) throw error;
    const { error: seen } = JSON.parse(error.message) as { error: GoogleError };
    const { retryDelay } = seen.details?.find((detail) => detail.retryDelay) ?? {};
    return {
      status: error.status,
      type: seen.status,
      message: seen.message,
      retryAfter: retryDelay?.replace(/s$/, ''),
    };
  },
  badRequest: 'INVALID_ARGUMENT',
};

interface GoogleError {
  status: string;
  message: string;
  details?: { retryDelay?: string }[];
}

const models = ({ url, key }: Access) =>
  new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: url, retryOptions: { attempts: 1 } } }).models;

function googleBody({ model }: Access, { text, ...wants }: Question) {
  const image = { inlineData: { mimeType: 'image/png', data: DOT } };
  return {
    model,
    contents: [{ role: 'user', parts: [{ text }, ...(wants.picture ? [image] : [])] }],
    config: {
      ...(wants.stop && { stopSequences: [STOP] }),
      ...(wants.schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
  };
}

export const matrixClients = { chat, responses, messages, google };
export type ClientName = keyof typeof matrixClients;
