import { aliHeaders, aliOthers } from './ali.ts';
import { azureEndpoints, azurePath } from './azure.ts';
import { cloudflareRuns } from './cloudflare.ts';
import { deepseek } from './deepseek.ts';
import { mistralConversion, mistralFields } from './mistral.ts';
import { toOpenaiForm } from './mistral-answer.ts';
import { ollamaVectors } from './ollama.ts';
import { openai } from './openai.ts';
import { compatible } from './openai-compatible.ts';
import type { Quirks } from './openai-quirks.ts';
import { openaiSearch, openrouterSearch, perplexitySearch } from './openai-search.ts';
import type { Provider } from './provider.ts';
import { minimaxFault, zhipuPictures } from './vendor-rules.ts';
import { grokEffort } from './xai.ts';
import { signWithToken } from './zhipu-token.ts';

/** Types without a difference; `channel-types.ts` of the contract has their names. */
const withoutDifference = [6, 7, 9, 10, 12, 13, 31, 40, 47];

/** Providers with OpenAI's chat format, by channel type, and their differences. */
export const openaiFamily: ReadonlyMap<number, Provider> = new Map([
  ...withoutDifference.map((type) => row(type)),
  // OpenAI
  [1, openai],
  // Azure OpenAI
  row(3, {
    path: azurePath('chat/completions'),
    keyHeader: 'api-key',
    endpoints: azureEndpoints,
    webSearch: openaiSearch,
    hasOwnNames: true,
  }),
  // Ollama
  row(4, { endpoints: { completions: '/v1/completions' }, others: [ollamaVectors] }),
  // Custom
  row(8, { wholeUrl: true }),
  // Ali Qwen
  row(17, {
    path: '/compatible-mode/v1/chat/completions',
    endpoints: { embeddings: '/compatible-mode/v1/embeddings' },
    topP: [0.001, 0.999],
    headers: aliHeaders,
    others: aliOthers,
  }),
  // 360 AI
  row(19, { streamUsage: false }),
  // OpenRouter
  row(20, {
    webSearch: openrouterSearch,
    headers: ({ options }) => ({
      'x-title': options.SystemName,
      ...(options.ServerAddress && { 'http-referer': options.ServerAddress }),
    }),
  }),
  // FastGPT
  row(22, { streamUsage: false }),
  // Moonshot
  row(25, { cachedInputField: 'cached_tokens', reasoningHistory: 'if-any' }),
  // Zhipu GLM-4V
  row(26, {
    path: '/api/paas/v4/chat/completions',
    endpoints: {
      embeddings: '/api/paas/v4/embeddings',
      'images/generations': '/api/paas/v4/images/generations',
    },
    topP: [0.01, 0.99],
    edits: zhipuPictures,
    auth: { kind: 'signature', sign: signWithToken },
  }),
  // Perplexity
  row(27, { path: '/chat/completions', topP: [0, 0.99], streamUsage: false, webSearch: perplexitySearch }),
  // Cohere
  row(34, {
    path: '/compatibility/v1/chat/completions',
    endpoints: { embeddings: '/compatibility/v1/embeddings', rerank: '/v1/rerank' },
  }),
  // MiniMax
  row(35, { path: '/v1/text/chatcompletion_v2', findFault: minimaxFault }),
  // Cloudflare
  row(39, {
    path: ({ other }) => `/client/v4/accounts/${encodeURIComponent(other)}/ai/v1/chat/completions`,
    endpoints: {
      embeddings: ({ other }) => `/client/v4/accounts/${encodeURIComponent(other)}/ai/v1/embeddings`,
    },
    others: cloudflareRuns,
  }),
  // Mistral AI
  row(42, {
    streamUsage: false,
    edits: mistralFields,
    conversionEdits: mistralConversion,
    // Its own SDKs in Python and TypeScript, and the packages for it of frameworks.
    mendsAnswers: { mend: toOpenaiForm, ownClients: /mistral/i },
    reasoningHistory: 'if-any',
    endpoints: { embeddings: '/v1/embeddings', moderations: '/v1/moderations' },
  }),
  // DeepSeek
  row(43, deepseek),
  // VolcEngine Ark
  row(45, {
    path: ({ model }) =>
      model.startsWith('bot') ? '/api/v3/bots/chat/completions' : '/api/v3/chat/completions',
    endpoints: {
      embeddings: '/api/v3/embeddings',
      'images/generations': '/api/v3/images/generations',
    },
  }),
  // Baidu Qianfan V2
  row(46, {
    path: '/v2/chat/completions',
    endpoints: { embeddings: '/v2/embeddings', rerank: '/v2/rerank' },
  }),
  // xAI
  row(48, { outputIsTotalMinusPrompt: true, responses: true, edits: grokEffort }),
]);

function row(type: number, quirks: Quirks = {}): [number, Provider] {
  return [type, compatible(quirks)];
}
