/** How the gateway speaks to a provider: `openai` is the common format, the others differ in path, key or shape. */
export type ChannelWire =
  | 'openai'
  | 'azure'
  | 'custom'
  | 'claude'
  | 'gemini'
  | 'vertex'
  | 'bedrock'
  | 'ollama'
  | 'cohere'
  | 'dify'
  | 'palm'
  | 'baidu'
  | 'zhipu'
  | 'zhipu-v4'
  | 'spark'
  | 'tencent'
  | 'cloudflare'
  | 'jina'
  | 'moka'
  | 'minimax'
  | 'perplexity'
  | 'ark'
  | 'qianfan'
  | 'dashscope'
  | 'midjourney'
  | 'suno'
  | 'none';

export interface ChannelTypeFacts {
  /** The number of the wire; never reused. */
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
  /** Used when a channel names no address; empty where one must be given. */
  baseUrl: string;
  wire: ChannelWire;
  /** Codes of the past are still served but no longer offered. */
  historic?: true;
}

/** Every provider that a channel can stand for, in the order in which they are offered. */
export const channelTypes: readonly ChannelTypeFacts[] = [
  { code: 1, label: 'OpenAI', color: 'green', baseUrl: 'https://api.openai.com', wire: 'openai' },
  { code: 2, label: 'Midjourney Proxy', color: 'light-blue', baseUrl: '', wire: 'midjourney' },
  { code: 5, label: 'Midjourney Proxy Plus', color: 'blue', baseUrl: '', wire: 'midjourney' },
  { code: 36, label: 'Suno API', color: 'purple', baseUrl: '', wire: 'suno' },
  { code: 4, label: 'Ollama', color: 'grey', baseUrl: 'http://localhost:11434', wire: 'ollama' },
  {
    code: 14,
    label: 'Anthropic Claude',
    color: 'indigo',
    baseUrl: 'https://api.anthropic.com',
    wire: 'claude',
  },
  { code: 33, label: 'AWS Claude', color: 'indigo', baseUrl: '', wire: 'bedrock' },
  { code: 41, label: 'Vertex AI', color: 'blue', baseUrl: '', wire: 'vertex' },
  { code: 3, label: 'Azure OpenAI', color: 'teal', baseUrl: '', wire: 'azure' },
  { code: 34, label: 'Cohere', color: 'purple', baseUrl: 'https://api.cohere.ai', wire: 'cohere' },
  { code: 39, label: 'Cloudflare', color: 'grey', baseUrl: 'https://api.cloudflare.com', wire: 'cloudflare' },
  { code: 43, label: 'DeepSeek', color: 'blue', baseUrl: 'https://api.deepseek.com', wire: 'openai' },
  { code: 15, label: 'Baidu Wenxin', color: 'blue', baseUrl: 'https://aip.baidubce.com', wire: 'baidu' },
  {
    code: 46,
    label: 'Baidu Qianfan V2',
    color: 'blue',
    baseUrl: 'https://qianfan.baidubce.com',
    wire: 'qianfan',
  },
  {
    code: 17,
    label: 'Ali Qwen',
    color: 'orange',
    baseUrl: 'https://dashscope.aliyuncs.com',
    wire: 'dashscope',
  },
  { code: 18, label: 'iFlytek Spark', color: 'blue', baseUrl: '', wire: 'spark' },
  { code: 16, label: 'Zhipu ChatGLM', color: 'violet', baseUrl: 'https://open.bigmodel.cn', wire: 'zhipu' },
  { code: 26, label: 'Zhipu GLM-4V', color: 'purple', baseUrl: 'https://open.bigmodel.cn', wire: 'zhipu-v4' },
  {
    code: 24,
    label: 'Google Gemini',
    color: 'orange',
    baseUrl: 'https://generativelanguage.googleapis.com',
    wire: 'gemini',
  },
  { code: 11, label: 'Google PaLM2', color: 'orange', baseUrl: '', wire: 'palm' },
  { code: 47, label: 'Xinference', color: 'blue', baseUrl: '', wire: 'openai' },
  { code: 25, label: 'Moonshot', color: 'green', baseUrl: 'https://api.moonshot.cn', wire: 'openai' },
  { code: 20, label: 'OpenRouter', color: 'green', baseUrl: 'https://openrouter.ai/api', wire: 'openai' },
  { code: 19, label: '360 AI', color: 'blue', baseUrl: 'https://api.360.cn', wire: 'openai' },
  {
    code: 23,
    label: 'Tencent Hunyuan',
    color: 'teal',
    baseUrl: 'https://hunyuan.tencentcloudapi.com',
    wire: 'tencent',
  },
  { code: 31, label: '01.AI', color: 'green', baseUrl: 'https://api.lingyiwanwu.com', wire: 'openai' },
  { code: 35, label: 'MiniMax', color: 'green', baseUrl: 'https://api.minimax.chat', wire: 'minimax' },
  { code: 37, label: 'Dify', color: 'teal', baseUrl: 'https://api.dify.ai', wire: 'dify' },
  { code: 38, label: 'Jina', color: 'blue', baseUrl: 'https://api.jina.ai', wire: 'jina' },
  { code: 40, label: 'SiliconFlow', color: 'purple', baseUrl: 'https://api.siliconflow.cn', wire: 'openai' },
  { code: 42, label: 'Mistral AI', color: 'blue', baseUrl: 'https://api.mistral.ai', wire: 'openai' },
  { code: 8, label: 'Custom', color: 'pink', baseUrl: '', wire: 'custom' },
  { code: 22, label: 'FastGPT', color: 'blue', baseUrl: 'https://fastgpt.run/api/openapi', wire: 'openai' },
  {
    code: 21,
    label: 'AI Proxy knowledge base',
    color: 'purple',
    baseUrl: 'https://api.aiproxy.io',
    wire: 'none',
  },
  { code: 44, label: 'MokaAI', color: 'purple', baseUrl: 'https://api.moka.ai', wire: 'moka' },
  {
    code: 45,
    label: 'VolcEngine Ark',
    color: 'blue',
    baseUrl: 'https://ark.cn-beijing.volces.com',
    wire: 'ark',
  },
  { code: 48, label: 'xAI', color: 'blue', baseUrl: 'https://api.x.ai', wire: 'openai' },
  {
    code: 27,
    label: 'Perplexity',
    color: 'teal',
    baseUrl: 'https://api.perplexity.ai',
    wire: 'perplexity',
    historic: true,
  },
  {
    code: 6,
    label: 'OpenAIMax',
    color: 'grey',
    baseUrl: 'https://api.openaimax.com',
    wire: 'openai',
    historic: true,
  },
  {
    code: 7,
    label: 'OhMyGPT',
    color: 'grey',
    baseUrl: 'https://api.ohmygpt.com',
    wire: 'openai',
    historic: true,
  },
  {
    code: 9,
    label: 'AILS',
    color: 'grey',
    baseUrl: 'https://api.caipacity.com',
    wire: 'openai',
    historic: true,
  },
  {
    code: 10,
    label: 'AI Proxy',
    color: 'grey',
    baseUrl: 'https://api.aiproxy.io',
    wire: 'openai',
    historic: true,
  },
  {
    code: 12,
    label: 'API2GPT',
    color: 'grey',
    baseUrl: 'https://api.api2gpt.com',
    wire: 'openai',
    historic: true,
  },
  {
    code: 13,
    label: 'AIGC2D',
    color: 'grey',
    baseUrl: 'https://api.aigc2d.com',
    wire: 'openai',
    historic: true,
  },
];

/** The formats that the relay has an adapter for. */
export const servedWires: ReadonlySet<ChannelWire> = new Set<ChannelWire>([
  ...([
    'openai',
    'azure',
    'custom',
    'claude',
    'gemini',
    'ollama',
    'cohere',
    'cloudflare',
    'jina',
    'moka',
  ] as const),
  ...(['minimax', 'perplexity', 'ark', 'qianfan', 'dashscope', 'zhipu-v4'] as const),
  ...(['vertex', 'bedrock', 'dify', 'palm', 'baidu', 'zhipu', 'spark', 'tencent'] as const),
]);

export function findChannelType(code: number): ChannelTypeFacts | undefined {
  return channelTypes.find((type) => type.code === code);
}
