import type { CompatibleVendor } from './recorded-compatible.ts';

/** Hosts of open models and of search, with what they add to OpenAI's format. */
export const modelHosts: readonly CompatibleVendor[] = [
  {
    // https://docs.perplexity.ai/api-reference/chat-completions-post
    name: 'Perplexity',
    type: 27,
    model: 'sonar',
    whole: {
      ...{ object: 'chat.completion', created: 1, citations: ['https://a.example/'] },
      search_results: [
        { title: 'A', url: 'https://a.example/', date: null, last_updated: null, snippet: 'a' },
      ],
    },
    usage: {
      ...{ prompt_tokens: 20, completion_tokens: 12, total_tokens: 32, search_context_size: 'low' },
      cost: { input_tokens_cost: 0.00001, output_tokens_cost: 0, request_cost: 0.005, total_cost: 0.00501 },
    },
    usageIn: 'every-event',
    lastEvent: { object: 'chat.completion.done' },
    tokens: [20, 0, 12],
    refusal: {
      status: 400,
      body: {
        error: { message: "Invalid model 'sonar-x'.", type: 'invalid_model', code: 400 },
      },
      says: 'Invalid model',
    },
  },
  {
    // https://docs.ollama.com/api/openai-compatibility
    name: 'Ollama',
    type: 4,
    model: 'gpt-oss:20b',
    whole: { object: 'chat.completion', created: 1, system_fingerprint: 'fp_ollama' },
    message: { reasoning: 'Hm.' },
    usage: { prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 },
    tokens: [20, 0, 12],
    refusal: {
      status: 404,
      body: {
        error: { message: "model 'gpt-oss' not found", type: 'not_found_error', param: null, code: null },
      },
      says: 'not found',
    },
  },
  {
    // https://console.groq.com/docs/api-reference#chat-create
    name: 'Groq',
    type: 1,
    model: 'qwen/qwen3-32b',
    whole: {
      ...{ object: 'chat.completion', created: 1, system_fingerprint: 'fp_1', service_tier: 'on_demand' },
      ...{ usage_breakdown: null, x_groq: { id: 'req_1', seed: 1 } },
    },
    message: { reasoning: 'Hm.' },
    usage: {
      ...{ queue_time: 0.3, prompt_time: 0.001, completion_time: 0.02, total_time: 0.021 },
      ...{ prompt_tokens: 20, completion_tokens: 12, total_tokens: 32 },
      prompt_tokens_details: { cached_tokens: 8 },
      completion_tokens_details: { reasoning_tokens: 5 },
    },
    tokens: [20, 8, 12],
    refusal: {
      status: 413,
      body: {
        error: { message: 'Request too large for model', type: 'tokens', code: 'rate_limit_exceeded' },
      },
      says: 'too large',
    },
  },
];
