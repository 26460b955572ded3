/** The facts of a provider: the one place for its name, address and rules. */
export interface ChannelTypeFacts {
  /** The code in the console API; never reused. */
  code: number;
  label: string;
  color:
    | 'green'
    | 'light-blue'
    | 'blue'
    | 'purple'
    | 'grey'
    | 'indigo'
    | 'teal'
    | 'orange'
    | 'violet'
    | 'pink';
  /** Used when a channel has no address; empty when the channel must have one. */
  baseUrl: string;
  /** What a channel of this type serves. Absent: model calls. */
  serves?: 'drawings' | 'songs' | 'nothing';
  /** Deprecated types are still served but no longer offered. */
  historic?: true;
  /** How many keys a channel has. Absent: any number, one a line. `document`: one JSON document of several lines. */
  keys?: 'one' | 'document';
  /** The address of a channel is the whole URL of its chat endpoint. */
  hasWholeUrl?: true;
  /** How models are listed. Absent: at `/v1/models`, with a bearer key. `false`: a key alone cannot list models. */
  modelList?: ModelListFacts | false;
  /** Default of the field `other`. */
  defaultOther?: string;
  /** The field that holds the region of the host name. `key`: the third part of each key. */
  regionIn?: 'other' | 'key';
  /** A status 403 may mean that the account is closed; for other types it concerns one request. */
  closesAccountsWith403?: true;
  /** A status 400 may be the provider's fault, so the relay tries another channel. */
  retriesBadRequests?: true;
  /** It searches, or reads its own documents: prompts get longer than the request shows. */
  addsToPrompts?: true;
  /**
   * A stream whose connection is closed stops at once and costs what it has written. Absent: the provider is
   * known to go on, or nothing is known: https://openrouter.ai/docs/api-reference/streaming (stream cancellation)
   */
  stopsOnHangUp?: true;
  /** Models are applications whose names only their owner knows. */
  hasOwnModelNames?: true;
}

/** A request for a list of models. */
export interface ModelListFacts {
  /** Path below the channel's address. `{other}` is filled in. */
  path: string;
  /** The header that carries the key, when it is not `authorization` with a bearer token. */
  keyHeader?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Every provider that a channel can use, in display order. */
export const channelTypes: readonly ChannelTypeFacts[] = [
  { code: 1, label: 'OpenAI', color: 'green', baseUrl: 'https://api.openai.com', stopsOnHangUp: true },
  {
    code: 2,
    label: 'Midjourney Proxy',
    color: 'light-blue',
    baseUrl: '',
    serves: 'drawings',
    keys: 'one',
    modelList: false,
  },
  {
    code: 5,
    label: 'Midjourney Proxy Plus',
    color: 'blue',
    baseUrl: '',
    serves: 'drawings',
    keys: 'one',
    modelList: false,
  },
  {
    code: 36,
    label: 'Suno API',
    color: 'purple',
    baseUrl: '',
    serves: 'songs',
    keys: 'one',
    modelList: false,
  },
  { code: 4, label: 'Ollama', color: 'grey', baseUrl: 'http://localhost:11434', stopsOnHangUp: true },
  {
    code: 14,
    label: 'Anthropic Claude',
    color: 'indigo',
    baseUrl: 'https://api.anthropic.com',
    stopsOnHangUp: true,
    modelList: {
      path: '/v1/models?limit=1000',
      keyHeader: 'x-api-key',
      headers: { 'anthropic-version': '2023-06-01' },
    },
    retriesBadRequests: true,
  },
  { code: 33, label: 'AWS Claude', color: 'indigo', baseUrl: '', modelList: false, regionIn: 'key' },
  {
    code: 41,
    label: 'Vertex AI',
    color: 'blue',
    baseUrl: '',
    keys: 'document',
    modelList: false,
    regionIn: 'other',
  },
  {
    code: 3,
    label: 'Azure OpenAI',
    color: 'teal',
    baseUrl: '',
    stopsOnHangUp: true,
    modelList: { path: '/openai/models?api-version={other}', keyHeader: 'api-key' },
  },
  { code: 34, label: 'Cohere', color: 'purple', baseUrl: 'https://api.cohere.ai', stopsOnHangUp: true },
  {
    code: 39,
    label: 'Cloudflare',
    color: 'grey',
    baseUrl: 'https://api.cloudflare.com',
    modelList: false,
    stopsOnHangUp: true,
  },
  { code: 43, label: 'DeepSeek', color: 'blue', baseUrl: 'https://api.deepseek.com', stopsOnHangUp: true },
  { code: 15, label: 'Baidu Wenxin', color: 'blue', baseUrl: 'https://aip.baidubce.com', modelList: false },
  {
    code: 46,
    label: 'Baidu Qianfan V2',
    color: 'blue',
    baseUrl: 'https://qianfan.baidubce.com',
    modelList: { path: '/v2/models' },
  },
  {
    code: 17,
    label: 'Ali Qwen',
    color: 'orange',
    baseUrl: 'https://dashscope.aliyuncs.com',
    modelList: { path: '/compatible-mode/v1/models' },
  },
  { code: 18, label: 'iFlytek Spark', color: 'blue', baseUrl: '', modelList: false, defaultOther: 'v2.1' },
  {
    code: 16,
    label: 'Zhipu ChatGLM',
    color: 'violet',
    baseUrl: 'https://open.bigmodel.cn',
    modelList: false,
  },
  {
    code: 26,
    label: 'Zhipu GLM-4V',
    color: 'purple',
    baseUrl: 'https://open.bigmodel.cn',
    modelList: { path: '/api/paas/v4/models' },
  },
  {
    code: 24,
    label: 'Google Gemini',
    color: 'orange',
    baseUrl: 'https://generativelanguage.googleapis.com',
    modelList: { path: '/v1beta/openai/models' },
    closesAccountsWith403: true,
  },
  { code: 11, label: 'Google PaLM2', color: 'orange', baseUrl: '', modelList: false },
  { code: 47, label: 'Xinference', color: 'blue', baseUrl: '', stopsOnHangUp: true },
  { code: 25, label: 'Moonshot', color: 'green', baseUrl: 'https://api.moonshot.cn' },
  { code: 20, label: 'OpenRouter', color: 'green', baseUrl: 'https://openrouter.ai/api' },
  { code: 19, label: '360 AI', color: 'blue', baseUrl: 'https://api.360.cn' },
  {
    code: 23,
    label: 'Tencent Hunyuan',
    color: 'teal',
    baseUrl: 'https://hunyuan.tencentcloudapi.com',
    modelList: false,
  },
  { code: 31, label: '01.AI', color: 'green', baseUrl: 'https://api.lingyiwanwu.com' },
  { code: 35, label: 'MiniMax', color: 'green', baseUrl: 'https://api.minimax.chat' },
  {
    code: 37,
    label: 'Dify',
    color: 'teal',
    baseUrl: 'https://api.dify.ai',
    modelList: false,
    addsToPrompts: true,
    hasOwnModelNames: true,
  },
  { code: 38, label: 'Jina', color: 'blue', baseUrl: 'https://api.jina.ai' },
  { code: 40, label: 'SiliconFlow', color: 'purple', baseUrl: 'https://api.siliconflow.cn' },
  { code: 42, label: 'Mistral AI', color: 'blue', baseUrl: 'https://api.mistral.ai' },
  { code: 8, label: 'Custom', color: 'pink', baseUrl: '', hasWholeUrl: true },
  {
    code: 22,
    label: 'FastGPT',
    color: 'blue',
    baseUrl: 'https://fastgpt.run/api/openapi',
    addsToPrompts: true,
  },
  {
    code: 21,
    label: 'AI Proxy knowledge base',
    color: 'purple',
    baseUrl: 'https://api.aiproxy.io',
    serves: 'nothing',
    modelList: false,
  },
  { code: 44, label: 'MokaAI', color: 'purple', baseUrl: 'https://api.moka.ai' },
  {
    code: 45,
    label: 'VolcEngine Ark',
    color: 'blue',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    modelList: { path: '/api/v3/models' },
  },
  { code: 48, label: 'xAI', color: 'blue', baseUrl: 'https://api.x.ai', stopsOnHangUp: true },
  {
    code: 27,
    label: 'Perplexity',
    color: 'teal',
    baseUrl: 'https://api.perplexity.ai',
    addsToPrompts: true,
    historic: true,
  },
  {
    code: 6,
    label: 'OpenAIMax',
    color: 'grey',
    baseUrl: 'https://api.openaimax.com',
    historic: true,
  },
  {
    code: 7,
    label: 'OhMyGPT',
    color: 'grey',
    baseUrl: 'https://api.ohmygpt.com',
    historic: true,
  },
  {
    code: 9,
    label: 'AILS',
    color: 'grey',
    baseUrl: 'https://api.caipacity.com',
    historic: true,
  },
  {
    code: 10,
    label: 'AI Proxy',
    color: 'grey',
    baseUrl: 'https://api.aiproxy.io',
    historic: true,
  },
  {
    code: 12,
    label: 'API2GPT',
    color: 'grey',
    baseUrl: 'https://api.api2gpt.com',
    historic: true,
  },
  {
    code: 13,
    label: 'AIGC2D',
    color: 'grey',
    baseUrl: 'https://api.aigc2d.com',
    historic: true,
  },
];

const byCode = new Map(channelTypes.map((type) => [type.code, type]));

/** Returns the facts of a channel type; undefined for a code that no type has. */
export function findChannelType(code: number): ChannelTypeFacts | undefined {
  return byCode.get(code);
}
