/** How clients of each dialect send requests, and recognize ends and errors. */
export interface CallerKind {
  path(model: string, stream: boolean): string;
  body(model: string, stream: boolean, prompt: string): object;
  /** Text that only a complete stream contains. */
  end: string;
  /** How the error event of a stream begins. */
  error: string;
  /** Returns the error message in this dialect; throws when it is none. */
  readError(body: string): string;
}

export type Caller = 'chat' | 'messages' | 'responses' | 'gemini';

export const callers: Record<Caller, CallerKind> = {
  chat: {
    path: () => '/v1/chat/completions',
    body: (model, stream, content) => ({
      model,
      stream,
      max_tokens: 50,
      messages: [{ role: 'user', content }],
    }),
    end: '[DONE]',
    error: 'data: {"error":',
    readError: readOpenaiError,
  },
  messages: {
    path: () => '/v1/messages',
    body: (model, stream, content) => ({
      model,
      stream,
      max_tokens: 50,
      messages: [{ role: 'user', content }],
    }),
    end: 'message_stop',
    error: 'event: error',
    readError(body) {
      const { type, error } = JSON.parse(body);
      if (type !== 'error' || typeof error.type !== 'string') throw new Error(`no error of Claude: ${body}`);
      return error.message;
    },
  },
  responses: {
    path: () => '/v1/responses',
    body: (model, stream, input) => ({ model, stream, max_output_tokens: 50, input }),
    end: 'response.completed',
    error: 'event: error',
    readError: readOpenaiError,
  },
  gemini: {
    path: (model, stream) =>
      `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    body: (_, __, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
    end: '"finishReason"',
    error: 'data: {"error":',
    readError(body) {
      const { error } = JSON.parse(body);
      if (typeof error.code !== 'number' || typeof error.status !== 'string')
        throw new Error(`no error of Google: ${body}`);
      return error.message;
    },
  },
};

function readOpenaiError(body: string): string {
  const { error } = JSON.parse(body);
  if (typeof error.type !== 'string' || error.code === undefined)
    throw new Error(`no error of OpenAI: ${body}`);
  return error.message;
}
