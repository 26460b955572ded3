import { contextWindowOf, isWindowKnown } from './context-windows.ts';
import { outputLimitOf } from './output-limits.ts';

export const modelKinds = ['chat', 'embedding', 'rerank', 'image', 'audio', 'video', 'music'] as const;
export type ModelKind = (typeof modelKinds)[number];
export type ModelCapability = 'vision' | 'tools' | 'reasoning' | 'audio';

/** What the name of a model says of it. */
export interface ModelFacts {
  /** Empty: not known. */
  readonly vendor: string;
  readonly kind: ModelKind;
  readonly capabilities: readonly ModelCapability[];
  /** Tokens; undefined where no vendor documents them. */
  readonly context?: number;
  readonly maxOutput?: number;
}

/** Returns the facts that follow from a name. Cached: lists have thousands of models. */
export function factsOf(model: string): ModelFacts {
  const existing = known.get(model);
  if (existing) return existing;
  const facts = findFacts(model);
  if (known.size < MAX_REMEMBERED) known.set(model, facts);
  return facts;
}

function findFacts(model: string): ModelFacts {
  const name = model.toLowerCase().replace(/^.*\//, '');
  const kind = kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'chat';
  const vendor = vendors.find(([, pattern]) => pattern.test(name))?.[0] ?? '';
  if (kind !== 'chat') return { vendor, kind, capabilities: [] };
  const limit = outputLimitOf(model);
  return {
    vendor,
    kind,
    capabilities: capabilities.filter(([, pattern]) => pattern.test(name)).map(([capability]) => capability),
    ...(isWindowKnown(model) && { context: contextWindowOf(model) }),
    ...(!limit.isAssumed && { maxOutput: limit.tokens }),
  };
}

const known = new Map<string, ModelFacts>();
const MAX_REMEMBERED = 5000;

const kinds: readonly (readonly [ModelKind, RegExp])[] = [
  ['music', /^suno_|lyria/],
  ['video', /^(sora|veo|kling|wan2.*(t2v|i2v)|hailuo|vidu|runway)/],
  ['embedding', /embed|^bge-(m3|large|base|small)|^m3e|^tao-8k|clip/],
  ['rerank', /rerank/],
  [
    'image',
    /^(dall-e|gpt-image|chatgpt-image|imagen|flux|stable-diffusion|sd3|cogview|wanx|mj_|swap_face|grok-2-image)/,
  ],
  ['audio', /^(whisper|tts|gpt-4o-(mini-)?(tts|transcribe))|realtime|melotts|aura/],
];

const vendors: readonly (readonly [string, RegExp])[] = [
  ['Midjourney', /^(mj_|swap_face)/],
  ['Suno', /^suno_/],
  ['Alibaba', /^(qwen|qwq|qvq|wanx|wan2|tongyi|text-embedding-v\d)/],
  ['Google', /^(gemini|gemma|imagen|veo|palm|learnlm|lyria|text-embedding-004|embedding-001)/],
  [
    'OpenAI',
    /^(gpt|chatgpt|o\d|text-(embedding|moderation|davinci)|omni-moderation|whisper|tts-|dall-e|davinci|babbage|codex|sora)/,
  ],
  ['Anthropic', /claude/],
  ['DeepSeek', /^deepseek/],
  ['xAI', /^grok/],
  ['Moonshot', /^(moonshot|kimi)/],
  ['Zhipu', /^(glm|chatglm|cogview)/],
  ['MiniMax', /^(minimax|abab|hailuo)/],
  ['Mistral AI', /^(open-)?(mistral|mixtral|codestral|ministral|magistral|devstral|pixtral|voxtral)/],
  ['Perplexity', /^sonar|-sonar-/],
  ['Meta', /^llama|^codellama/],
  ['Cohere', /^(command|c4ai|rerank-|embed-)/],
  ['Baidu', /^(ernie|bloomz|tao-8k|embedding-v1)/],
  ['iFlytek', /^spark/],
  ['Tencent', /^hunyuan/],
  ['01.AI', /^yi-/],
  ['ByteDance', /^(doubao|seed)/],
  ['Jina', /^jina/],
  ['BAAI', /^bge/],
  ['360', /^360gpt/],
  ['MokaAI', /^m3e/],
  ['Black Forest Labs', /^flux/],
  ['Stability AI', /^(stable-diffusion|sd3)/],
  ['Amazon', /nova-|titan/],
];

/** As the vendors' pages of models say, by family. */
const capabilities: readonly (readonly [ModelCapability, RegExp])[] = [
  [
    'vision',
    /vision|pixtral|[-.\d]v(l|-plus|$)|-vl-|^(gpt-4o|chatgpt-4o|gpt-4\.[15]|gpt-4-turbo|gpt-[5-9]|o[134](?!-mini-)|gemini|grok-4|llama-?4|kimi-k(2\.[5-9]|[3-9]))|claude-(3|opus|sonnet|haiku|fable|mythos)/,
  ],
  [
    'tools',
    /^(gpt-(3\.5-turbo|4|[5-9])|o[134]|gemini|deepseek-(chat|v|flash)|grok|moonshot|kimi|glm-[4-9]|qwen|mistral-(large|medium|small)|codestral|ministral|command|minimax-m|doubao)|claude-(3|opus|sonnet|haiku|fable|mythos)|llama-?[34]/,
  ],
  [
    'reasoning',
    /^(o[1345]|gpt-[5-9](?!.*chat)|deepseek-(r|v4|reasoner|flash)|qwq|magistral|sonar-(reasoning|deep)|gemini-(2\.5|[3-9])|grok-[4-9]|kimi-k(2\.[5-9]|[3-9])|glm-(4\.[5-9]|[5-9])|minimax-m)|claude-(3-7|opus-[4-9]|sonnet-[4-9]|haiku-[4-9]|fable|mythos)|thinking/,
  ],
  ['audio', /audio|^gemini-(1\.5|2|3)/],
];
