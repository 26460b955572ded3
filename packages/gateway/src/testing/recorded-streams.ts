/** One short answer in the four formats, split before its end, in the form that each vendor documents. */
export interface RecordedStream {
  begin: string[];
  end: string[];
  /** The same end, without usage. */
  endUncounted: string[];
  /** How the provider reports an error within a stream. */
  error: string;
}

const event = (type: string, fields: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const data = (fields: object) => `data: ${JSON.stringify(fields)}\n\n`;

/** https://platform.openai.com/docs/api-reference/chat-streaming */
const choice = (delta: object, finish_reason: string | null = null) =>
  data({
    id: 'c1',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  });
const openai: RecordedStream = {
  begin: [
    choice({ role: 'assistant', content: '' }),
    choice({ content: 'one two ' }),
    choice({ content: 'three' }),
  ],
  end: [
    choice({}, 'stop'),
    data({ id: 'c1', choices: [], usage: { prompt_tokens: 9, completion_tokens: 3 } }),
    'data: [DONE]\n\n',
  ],
  endUncounted: [choice({}, 'stop'), 'data: [DONE]\n\n'],
  error: data({ error: { message: 'overloaded', type: 'server_error' } }),
};

/** https://docs.anthropic.com/en/api/messages-streaming */
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_reason: null,
};
const textDelta = (text: string) =>
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
const claude: RecordedStream = {
  begin: [
    event('message_start', { message: { ...message, usage: { input_tokens: 9, output_tokens: 1 } } }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    textDelta('one two '),
    textDelta('three'),
  ],
  end: [
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } }),
    event('message_stop', {}),
  ],
  endUncounted: [
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: 'end_turn' },
      usage: { input_tokens: -1, output_tokens: 0.5 },
    }),
    event('message_stop', {}),
  ],
  error: event('error', { error: { type: 'overloaded_error', message: 'overloaded' } }),
};

/** https://ai.google.dev/api/generate-content */
const candidate = (text: string, rest: object = {}, more: object = {}) =>
  data({
    candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...rest }],
    responseId: 'r1',
    ...more,
  });
const gemini: RecordedStream = {
  begin: [candidate('one two '), candidate('three')],
  end: [
    candidate(
      '',
      { finishReason: 'STOP' },
      { usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 3 } },
    ),
  ],
  endUncounted: [candidate('', { finishReason: 'STOP' })],
  error: data({ error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }),
};

/** https://platform.openai.com/docs/api-reference/responses-streaming */
const response = {
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'm',
  status: 'completed',
  error: null,
  incomplete_details: null,
  output: [],
};
const item = { id: 'msg_1', type: 'message', status: 'in_progress', role: 'assistant', content: [] };
const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const responses: RecordedStream = {
  begin: [
    event('response.created', { response: { ...response, status: 'in_progress' } }),
    event('response.output_item.added', { output_index: 0, item }),
    event('response.output_text.delta', { ...at, delta: 'one two ' }),
    event('response.output_text.delta', { ...at, delta: 'three' }),
  ],
  end: [
    event('response.completed', { response: { ...response, usage: { input_tokens: 9, output_tokens: 3 } } }),
  ],
  endUncounted: [event('response.completed', { response })],
  error: event('error', { code: 'overloaded', message: 'overloaded' }),
};

export const recordedStreams = { openai, claude, gemini, responses };
