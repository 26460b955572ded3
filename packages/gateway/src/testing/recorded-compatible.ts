/** What a vendor of OpenAI's format sends today, in its own variation of it, as its documentation has it. */
export interface CompatibleVendor {
  readonly name: string;
  /** Number of the channel type. */
  readonly type: number;
  readonly model: string;
  readonly channel?: { readonly key?: string; readonly other?: string };
  /** Members of a whole answer next to its choices. */
  readonly whole: object;
  /** Members of the message next to its content. */
  readonly message?: object;
  readonly usage: object;
  /** Where a stream has its usage. Default: in a last event without choices. */
  readonly usageIn?: 'last-choice' | 'last-event' | 'every-event';
  /** Members of the last event of a stream, in place of the usual ones. */
  readonly lastEvent?: object;
  /** Tokens of the prompt, those of them from a cache, and of the answer. */
  readonly tokens: readonly [prompt: number, cached: number, answer: number];
  readonly refusal: { readonly status: number; readonly body: unknown; readonly says: string };
}

const openaiError = (message: string, rest: object = {}) => ({ error: { message, ...rest } });

export const compatibleVendors: readonly CompatibleVendor[] = [
  {
    // https://docs.mistral.ai/api/#tag/chat
    name: 'Mistral',
    type: 42,
    model: 'mistral-medium-2508',
    whole: { object: 'chat.completion', created: 1 },
    usage: {
      prompt_tokens: 20,
      total_tokens: 32,
      completion_tokens: 12,
      prompt_tokens_details: { cached_tokens: 8 },
    },
    usageIn: 'last-event',
    tokens: [20, 8, 12],
    refusal: {
      status: 422,
      body: {
        object: 'error',
        message: { detail: [{ type: 'missing', loc: ['body', 'x'], msg: 'Field required' }] },
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
      says: 'Field required',
    },
  },
  {
    // https://docs.cohere.com/docs/compatibility-api
    name: 'Cohere',
    type: 34,
    model: 'command-a-03-2025',
    whole: { object: 'chat.completion', created: 1 },
    usage: { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 },
    tokens: [20, 0, 12],
    refusal: {
      status: 400,
      body: { id: 'e-1', message: 'invalid request: too many tokens' },
      says: 'too many tokens',
    },
  },
  {
    // https://docs.x.ai/docs/api-reference#chat-completions: reasoning is next to the answer, not in it.
    name: 'xAI',
    type: 48,
    model: 'grok-4-fast-reasoning',
    whole: { object: 'chat.completion', created: 1, system_fingerprint: 'fp_1' },
    message: { reasoning_content: 'Hm.', refusal: null },
    usage: {
      ...{ prompt_tokens: 20, completion_tokens: 12, total_tokens: 132 },
      prompt_tokens_details: { text_tokens: 20, audio_tokens: 0, image_tokens: 0, cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 100, audio_tokens: 0, accepted_prediction_tokens: 0 },
      num_sources_used: 0,
    },
    tokens: [20, 8, 112],
    refusal: {
      status: 400,
      body: { code: 'Client specified an invalid argument', error: 'Argument not supported: stop' },
      says: 'Argument not supported',
    },
  },
  {
    // https://api-docs.deepseek.com/api/create-chat-completion
    name: 'DeepSeek',
    type: 43,
    model: 'deepseek-v4-flash',
    whole: { object: 'chat.completion', created: 1 },
    message: { reasoning_content: 'Hm.' },
    usage: {
      ...{ prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 },
      ...{ prompt_cache_hit_tokens: 8, prompt_cache_miss_tokens: 12 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
    tokens: [20, 8, 12],
    refusal: {
      status: 402,
      body: openaiError('Insufficient Balance', {
        type: 'unknown_error',
        param: null,
        code: 'invalid_request_error',
      }),
      says: '',
    },
  },
  {
    // https://platform.moonshot.ai/docs/api/chat: a stream has its usage in the last choice.
    name: 'Moonshot',
    type: 25,
    model: 'kimi-k2-thinking',
    whole: { object: 'chat.completion', created: 1 },
    message: { reasoning_content: 'Hm.' },
    usage: { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32, cached_tokens: 8 },
    usageIn: 'last-choice',
    tokens: [20, 8, 12],
    refusal: {
      status: 400,
      body: openaiError('Invalid request: tool_call_id is not found', { type: 'invalid_request_error' }),
      says: 'tool_call_id is not found',
    },
  },
  {
    // https://docs.z.ai/api-reference/llm/chat-completion
    name: 'Zhipu',
    type: 26,
    channel: { key: 'id-of-zhipu.secret-of-zhipu' },
    model: 'glm-4.6',
    whole: { created: 1, request_id: 'r-1' },
    message: { reasoning_content: 'Hm.' },
    usage: {
      prompt_tokens: 20,
      completion_tokens: 12,
      total_tokens: 32,
      prompt_tokens_details: { cached_tokens: 8 },
    },
    usageIn: 'last-event',
    tokens: [20, 8, 12],
    refusal: {
      status: 400,
      body: openaiError('messages is empty', { code: '1213' }),
      says: 'messages is empty',
    },
  },
  {
    // https://platform.minimax.io/docs/api-reference/text-post
    name: 'MiniMax',
    type: 35,
    model: 'MiniMax-M2',
    whole: {
      ...{ object: 'chat.completion', created: 1, input_sensitive: false, output_sensitive: false },
      base_resp: { status_code: 0, status_msg: '' },
    },
    message: {
      name: 'MiniMax AI',
      audio_content: '',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.' }],
    },
    usage: {
      ...{ total_tokens: 32, total_characters: 0, prompt_tokens: 20, completion_tokens: 12 },
      completion_tokens_details: { reasoning_tokens: 4 },
    },
    usageIn: 'last-event',
    tokens: [20, 0, 12],
    refusal: {
      status: 200,
      body: { base_resp: { status_code: 2013, status_msg: 'invalid params, messages is empty' } },
      says: 'messages is empty',
    },
  },
  {
    // https://www.volcengine.com/docs/82379/1494384
    name: 'Volcengine',
    type: 45,
    model: 'doubao-seed-1-6-251015',
    whole: { object: 'chat.completion', created: 1, service_tier: 'default' },
    message: { reasoning_content: 'Hm.' },
    usage: {
      ...{ completion_tokens: 12, prompt_tokens: 20, total_tokens: 32 },
      ...{ prompt_tokens_details: { cached_tokens: 8 }, completion_tokens_details: { reasoning_tokens: 5 } },
    },
    tokens: [20, 8, 12],
    refusal: {
      status: 400,
      body: openaiError('The parameter `messages` is empty', {
        code: 'MissingParameter',
        param: 'messages',
        type: 'BadRequest',
      }),
      says: 'is empty',
    },
  },
  {
    // https://help.aliyun.com/zh/model-studio/use-qwen-by-calling-api
    name: 'DashScope',
    type: 17,
    model: 'qwen3-max',
    whole: { object: 'chat.completion', created: 1, system_fingerprint: null },
    message: { reasoning_content: 'Hm.' },
    usage: {
      ...{ prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 },
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 5, text_tokens: 7 },
    },
    tokens: [20, 8, 12],
    refusal: {
      status: 400,
      body: {
        ...openaiError('Range of input length should be [1, 129024]', {
          type: 'invalid_request_error',
          param: null,
          code: 'invalid_parameter_error',
        }),
        request_id: 'r-1',
      },
      says: 'Range of input length',
    },
  },
  {
    // https://docs.siliconflow.cn/cn/api-reference/chat-completions
    name: 'SiliconFlow',
    type: 40,
    model: 'Qwen/Qwen3-32B',
    whole: { object: 'chat.completion', created: 1, system_fingerprint: '' },
    message: { reasoning_content: 'Hm.' },
    usage: {
      prompt_tokens: 20,
      completion_tokens: 12,
      total_tokens: 32,
      completion_tokens_details: { reasoning_tokens: 5 },
    },
    usageIn: 'every-event',
    tokens: [20, 0, 12],
    refusal: {
      status: 400,
      body: { code: 20012, message: 'Model does not exist', data: null },
      says: 'Model does not exist',
    },
  },
  {
    // https://openrouter.ai/docs/use-cases/usage-accounting
    name: 'OpenRouter',
    type: 20,
    model: 'moonshotai/kimi-k2',
    whole: { object: 'chat.completion', created: 1, provider: 'Novita' },
    message: {
      reasoning: 'Hm.',
      reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', index: 0 }],
      refusal: null,
    },
    usage: {
      ...{ prompt_tokens: 20, completion_tokens: 12, total_tokens: 32, cost: 0.0001, is_byok: false },
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
    tokens: [20, 8, 12],
    refusal: {
      status: 400,
      body: { ...openaiError('moonshotai/kimi is not a valid model ID', { code: 400 }), user_id: 'user_1' },
      says: 'not a valid model ID',
    },
  },
  {
    // https://cloud.baidu.com/doc/qianfan-api/s/3m7of64lb
    name: 'Qianfan',
    type: 46,
    model: 'ernie-5.0-thinking-latest',
    whole: { object: 'chat.completion', created: 1 },
    message: { reasoning_content: 'Hm.' },
    usage: {
      prompt_tokens: 20,
      completion_tokens: 12,
      total_tokens: 32,
      prompt_tokens_details: { search_tokens: 0, cached_tokens: 8 },
    },
    tokens: [20, 8, 12],
    refusal: {
      status: 400,
      body: {
        id: 'as-1',
        ...openaiError('the length of messages must be an odd number', {
          code: 'invalid_messages',
          type: 'invalid_request_error',
        }),
      },
      says: 'odd number',
    },
  },
];
