import { hostedVendors } from './recorded-hosts.ts';
import { counted, data, type RecordedVendor, textMatching, userMessages } from './recorded-vendor.ts';

/** https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t */
const wenxin = { id: 'as-1', object: 'chat.completion', created: 1_700_000_000, need_clear_history: false };
const baidu: RecordedVendor = {
  name: 'Wenxin',
  type: 15,
  channel: { key: 'api-key-of-baidu|secret-key-of-baidu' },
  model: 'ERNIE-4.0-8K',
  path: /^\/rpc\/2\.0\/ai_custom\/v1\/wenxinworkshop\/chat\/completions_pro\?access_token=24\.pass$/,
  streamPath: /completions_pro\?access_token=24\.pass$/,
  headers: {},
  body: { messages: userMessages, max_output_tokens: 100 },
  streamBody: { messages: userMessages, max_output_tokens: 100, stream: true },
  whole: { ...wenxin, result: 'Hello there', is_truncated: false, finish_reason: 'normal', usage: counted },
  frames: [
    data({
      ...wenxin,
      sentence_id: 0,
      is_end: false,
      result: 'Hello ',
      usage: { prompt_tokens: 12, completion_tokens: 0, total_tokens: 12 },
    }),
    data({ ...wenxin, sentence_id: 1, is_end: true, is_truncated: false, result: 'there', usage: counted }),
  ],
  usage: [12, 6],
  text: 'Hello there',
  refusal: { status: 200, body: { error_code: 110, error_msg: 'Access token invalid or no longer valid' } },
};

/** https://open.bigmodel.cn/dev/api/thirdparty-frame/model-api */
const zhipu: RecordedVendor = {
  name: 'ChatGLM',
  type: 16,
  channel: { key: 'id-of-zhipu.secret-of-zhipu' },
  model: 'chatglm_turbo',
  path: /^\/api\/paas\/v3\/model-api\/chatglm_turbo\/invoke$/,
  streamPath: /\/chatglm_turbo\/sse-invoke$/,
  headers: { authorization: textMatching(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+$/) },
  body: { prompt: userMessages },
  streamBody: { prompt: userMessages, incremental: true },
  whole: {
    code: 200,
    msg: 'ok',
    success: true,
    data: {
      request_id: 'r',
      task_id: 't',
      task_status: 'SUCCESS',
      choices: [{ role: 'assistant', content: '"Hello there"' }],
      usage: counted,
    },
  },
  frames: [
    'event:add\nid:1\ndata:Hello \n\n',
    'event:add\nid:1\nda',
    'ta:there\n\n',
    `event:finish\nid:1\ndata:\nmeta:${JSON.stringify({ task_id: 't', task_status: 'SUCCESS', usage: counted })}\n\n`,
  ],
  usage: [12, 6],
  text: 'Hello there',
  refusal: { status: 200, body: { code: 1002, msg: 'Authorization Token is wrong', success: false } },
};

/** https://cloud.tencent.com/document/api/1729/105701 */
const hunyuan = { Id: 'id-1', Created: 1_700_000_000, Note: 'by a machine' };
const hunyuanUsage = { PromptTokens: 12, CompletionTokens: 6, TotalTokens: 18 };
const tencent: RecordedVendor = {
  name: 'Hunyuan',
  type: 23,
  channel: { key: '1250000000|secret-id-of-tencent|secret-key-of-tencent' },
  model: 'hunyuan-pro',
  path: /^\/$/,
  streamPath: /^\/$/,
  headers: {
    authorization: textMatching(
      /^TC3-HMAC-SHA256 Credential=secret-id-of-tencent\/\d{4}-\d\d-\d\d\/hunyuan\/tc3_request, /,
    ),
    'x-tc-action': 'ChatCompletions',
    'x-tc-version': '2023-09-01',
  },
  body: { Model: 'hunyuan-pro', Messages: [{ Role: 'user', Content: 'Say hello' }] },
  streamBody: { Model: 'hunyuan-pro', Stream: true },
  whole: {
    Response: {
      ...hunyuan,
      RequestId: 'r',
      Choices: [{ FinishReason: 'stop', Message: { Role: 'assistant', Content: 'Hello there' } }],
      Usage: hunyuanUsage,
    },
  },
  frames: [
    data({
      ...hunyuan,
      Choices: [{ Delta: { Role: 'assistant', Content: 'Hello ' }, FinishReason: '' }],
      Usage: { ...hunyuanUsage, CompletionTokens: 1 },
    }),
    data({
      ...hunyuan,
      Choices: [{ Delta: { Role: 'assistant', Content: 'there' }, FinishReason: 'stop' }],
      Usage: hunyuanUsage,
    }),
  ],
  usage: [12, 6],
  text: 'Hello there',
  refusal: {
    status: 200,
    body: {
      Response: {
        Error: { Code: 'AuthFailure.SignatureFailure', Message: 'Wrong signature' },
        RequestId: 'r',
      },
    },
  },
};

/** https://docs.dify.ai/api-reference/chat/send-chat-message */
const dify: RecordedVendor = {
  name: 'Dify',
  type: 37,
  channel: { key: 'app-key-of-dify' },
  model: 'support-desk',
  path: /^\/v1\/chat-messages$/,
  streamPath: /^\/v1\/chat-messages$/,
  headers: { authorization: 'Bearer app-key-of-dify' },
  body: { inputs: {}, query: 'Say hello', response_mode: 'blocking', auto_generate_name: false },
  streamBody: { query: 'Say hello', response_mode: 'streaming' },
  whole: {
    event: 'message',
    message_id: 'm-1',
    conversation_id: 'c-1',
    mode: 'chat',
    answer: 'Hello there',
    metadata: { usage: { ...counted, total_price: '0.1', currency: 'USD' }, retriever_resources: [] },
    created_at: 1_700_000_000,
  },
  frames: [
    data({ event: 'workflow_started', task_id: 't', data: {} }),
    'event: ping\n\n',
    data({ event: 'message', message_id: 'm-1', answer: 'Hello ' }),
    data({ event: 'agent_message', message_id: 'm-1', answer: 'there' }),
    data({ event: 'message_end', message_id: 'm-1', metadata: { usage: counted } }),
  ],
  usage: [12, 6],
  text: 'Hello there',
  refusal: { status: 401, body: { code: 'unauthorized', message: 'Access token is invalid', status: 401 } },
};

export const recordedVendors: readonly RecordedVendor[] = [
  ...[baidu, zhipu, tencent, dify],
  ...hostedVendors,
];
