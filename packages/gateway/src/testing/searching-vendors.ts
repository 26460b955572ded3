import { completion, type Script, sendEvents, sendJson } from './upstream.ts';

export const source = { url: 'https://a.example/page', title: 'A page' };

/** What each vendor answers, by its address: a text with one source. */
export function answerWithSource(path: string): Script {
  if (path.includes('/v1/messages') || path.includes('/model/')) return claude;
  if (path.includes(':generateContent') || path.includes(':streamGenerateContent')) return google;
  if (path === '/v1/responses') return completion();
  return chat;
}

const citation = {
  type: 'web_search_result_location',
  ...source,
  cited_text: 'rain',
  encrypted_index: 'Eo8',
};

const claude: Script = (call, response) => {
  const usage = { input_tokens: 10, output_tokens: 5, server_tool_use: { web_search_requests: 2 } };
  const head = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude', stop_reason: 'end_turn' };
  const found = { type: 'web_search_tool_result', tool_use_id: 's1', content: [] };
  const used = { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'rain' } };
  const text = { type: 'text', text: 'It rains', citations: [citation] };
  if (call.json.stream !== true)
    return sendJson(response, 200, { ...head, content: [used, found, text], usage });
  const event = (type: string, fields: object) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  return sendEvents([
    event('message_start', {
      message: { ...head, content: [], usage: { input_tokens: 10, output_tokens: 1 } },
    }),
    event('content_block_start', { index: 0, content_block: { ...used, input: {} } }),
    event('content_block_delta', {
      index: 0,
      delta: { type: 'input_json_delta', partial_json: '{"query":"rain"}' },
    }),
    event('content_block_stop', { index: 0 }),
    event('content_block_start', { index: 1, content_block: found }),
    event('content_block_stop', { index: 1 }),
    event('content_block_start', { index: 2, content_block: { type: 'text', text: '', citations: [] } }),
    event('content_block_delta', { index: 2, delta: { type: 'text_delta', text: 'It rains' } }),
    event('content_block_delta', { index: 2, delta: { type: 'citations_delta', citation } }),
    event('content_block_stop', { index: 2 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage }),
    event('message_stop', {}),
  ])(call, response);
};

const google: Script = (call, response) => {
  const answer = {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'It rains' }] },
        finishReason: 'STOP',
        groundingMetadata: {
          webSearchQueries: ['rain'],
          groundingChunks: [{ web: { uri: source.url, title: source.title } }],
        },
      },
    ],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5 },
  };
  if (!call.path.includes('stream')) return sendJson(response, 200, answer);
  return sendEvents([`data: ${JSON.stringify(answer)}\n\n`])(call, response);
};

const chat: Script = (call, response) => {
  const isSonar = String(call.json.model).startsWith('sonar');
  const annotations = [{ type: 'url_citation', url_citation: { ...source, start_index: 0, end_index: 8 } }];
  const listed = isSonar && { citations: [source.url], search_results: [source] };
  const usage = { prompt_tokens: 10, completion_tokens: 5 };
  const text = { role: 'assistant', content: 'It rains', ...(!isSonar && { annotations }) };
  const head = { id: 'c', model: call.json.model, ...listed };
  if (call.json.stream !== true)
    return sendJson(response, 200, {
      ...head,
      choices: [{ index: 0, message: text, finish_reason: 'stop' }],
      usage,
    });
  const chunk = (delta: object, more: object = {}) =>
    `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta, finish_reason: null, ...more }], usage })}\n\n`;
  return sendEvents([
    chunk({ role: 'assistant', content: '' }),
    chunk(text),
    chunk({}, { finish_reason: 'stop' }),
    'data: [DONE]\n\n',
  ])(call, response);
};
