import { aliHeaders, aliOthers } from './ali.ts';
import { azureEndpoints, azurePath } from './azure.ts';
import { cloudflareRuns } from './cloudflare.ts';
import { ollamaVectors } from './ollama.ts';
import { openai } from './openai.ts';
import { compatible, type Quirks } from './openai-compatible.ts';
import type { Provider } from './provider.ts';
import { minimaxFault, mistralFields, zhipuPictures } from './vendor-rules.ts';
import { grokEffort } from './xai.ts';
import { signWithToken } from './zhipu-token.ts';

/** Vendors that speak OpenAI's chat, by channel type: what they are called, where they live, how they differ. */
export const openaiFamily: ReadonlyMap<number, Provider> = new Map([
  [1, openai],
  row(3, 'azure', 'Azure OpenAI', '', {
    path: azurePath('chat/completions'),
    keyHeader: 'api-key',
    endpoints: azureEndpoints,
  }),
  row(4, 'ollama', 'Ollama', 'http://localhost:11434', {
    endpoints: { completions: '/v1/completions' },
    others: [ollamaVectors],
  }),
  row(6, 'openaimax', 'OpenAIMax', 'https://api.openaimax.com'),
  row(7, 'ohmygpt', 'OhMyGPT', 'https://api.ohmygpt.com'),
  row(8, 'custom', 'Custom', '', { wholeUrl: true }),
  row(9, 'ails', 'AILS', 'https://api.caipacity.com'),
  row(10, 'aiproxy', 'AI Proxy', 'https://api.aiproxy.io'),
  row(12, 'api2gpt', 'API2GPT', 'https://api.api2gpt.com'),
  row(13, 'aigc2d', 'AIGC2D', 'https://api.aigc2d.com'),
  row(17, 'ali', 'Alibaba Qwen', 'https://dashscope.aliyuncs.com', {
    path: '/compatible-mode/v1/chat/completions',
    endpoints: { embeddings: '/compatible-mode/v1/embeddings' },
    topP: [0.001, 0.999],
    headers: aliHeaders,
    others: aliOthers,
  }),
  row(19, 'ai360', '360', 'https://api.360.cn', { streamUsage: false }),
  row(20, 'openrouter', 'OpenRouter', 'https://openrouter.ai/api', {
    headers: ({ options }) => ({
      'x-title': options.SystemName,
      ...(options.ServerAddress && { 'http-referer': options.ServerAddress }),
    }),
  }),
  row(22, 'fastgpt', 'Knowledge base: FastGPT', 'https://fastgpt.run/api/openapi', { streamUsage: false }),
  row(25, 'moonshot', 'Moonshot', 'https://api.moonshot.cn', { cachedInputField: 'cached_tokens' }),
  row(26, 'zhipu_4v', 'Zhipu GLM-4V', 'https://open.bigmodel.cn', {
    path: '/api/paas/v4/chat/completions',
    endpoints: {
      embeddings: '/api/paas/v4/embeddings',
      'images/generations': '/api/paas/v4/images/generations',
    },
    topP: [0.01, 0.99],
    edits: zhipuPictures,
    sign: signWithToken,
  }),
  row(27, 'perplexity', 'Perplexity', 'https://api.perplexity.ai', {
    path: '/chat/completions',
    topP: [0, 0.99],
    streamUsage: false,
  }),
  row(31, 'lingyiwanwu', '01.AI', 'https://api.lingyiwanwu.com'),
  row(34, 'cohere', 'Cohere', 'https://api.cohere.ai', {
    path: '/compatibility/v1/chat/completions',
    endpoints: { embeddings: '/compatibility/v1/embeddings', rerank: '/v1/rerank' },
  }),
  row(35, 'minimax', 'MiniMax', 'https://api.minimax.chat', {
    path: '/v1/text/chatcompletion_v2',
    findFault: minimaxFault,
  }),
  row(39, 'cloudflare', 'Cloudflare Workers AI', 'https://api.cloudflare.com', {
    path: ({ other }) => `/client/v4/accounts/${encodeURIComponent(other)}/ai/v1/chat/completions`,
    endpoints: {
      embeddings: ({ other }) => `/client/v4/accounts/${encodeURIComponent(other)}/ai/v1/embeddings`,
    },
    others: cloudflareRuns,
  }),
  row(40, 'siliconflow', 'SiliconFlow', 'https://api.siliconflow.cn'),
  row(42, 'mistral', 'Mistral', 'https://api.mistral.ai', {
    streamUsage: false,
    edits: mistralFields,
    endpoints: { embeddings: '/v1/embeddings', moderations: '/v1/moderations' },
  }),
  row(43, 'deepseek', 'DeepSeek', 'https://api.deepseek.com', {
    cachedInputField: 'prompt_cache_hit_tokens',
    endpoints: { completions: '/beta/completions' },
  }),
  row(45, 'volcengine', 'Volcengine Ark', 'https://ark.cn-beijing.volces.com', {
    path: ({ model }) =>
      model.startsWith('bot') ? '/api/v3/bots/chat/completions' : '/api/v3/chat/completions',
    endpoints: {
      embeddings: '/api/v3/embeddings',
      'images/generations': '/api/v3/images/generations',
    },
  }),
  row(46, 'baidu_v2', 'Baidu Qianfan V2', 'https://qianfan.baidubce.com', {
    path: '/v2/chat/completions',
    endpoints: { embeddings: '/v2/embeddings', rerank: '/v2/rerank' },
  }),
  row(47, 'xinference', 'Xinference', ''),
  row(48, 'xai', 'xAI', 'https://api.x.ai', {
    outputIsTotalMinusPrompt: true,
    responses: true,
    edits: grokEffort,
  }),
]);

function row(
  type: number,
  id: string,
  label: string,
  defaultBaseUrl: string,
  quirks: Quirks = {},
): [number, Provider] {
  return [type, { id, label, defaultBaseUrl, ...compatible(quirks) }];
}
