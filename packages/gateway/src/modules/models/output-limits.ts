/** The longest answer of a model, in tokens, reasoning included. */
export interface OutputLimit {
  readonly tokens: number;
  /** Tokens of prompt and answer together, where a provider refuses a limit beyond the remaining tokens. */
  readonly window?: number;
  /** No limit is documented for this name: the tokens are our assumption. */
  readonly isAssumed: boolean;
}

/** Used for models that the table does not contain. Documented in docs/billing.md. */
const ASSUMED_TOKENS = 16_384;

type Row = readonly [name: RegExp, tokens: number, window?: number];

/**
 * The longest answer of each family, as its maker documents it. The first row that matches a name decides;
 * names are lower case and without the path of a host (`openai/gpt-4o` is `gpt-4o`). Where a maker documents
 * only a context window, the window is the limit. A limit that is too low here does not cut answers: the rest
 * is held while the answer is written.
 *
 * Sources: https://platform.openai.com/docs/models, https://docs.claude.com/en/docs/about-claude/models,
 * https://ai.google.dev/gemini-api/docs/models, https://api-docs.deepseek.com/quick_start/pricing,
 * https://docs.x.ai/docs/models, https://docs.mistral.ai/getting-started/models,
 * https://help.aliyun.com/zh/model-studio/models, https://docs.z.ai/guides/overview/overview,
 * https://platform.moonshot.ai/docs, https://llama.developer.meta.com/docs/models,
 * https://docs.cohere.com/docs/models, https://docs.aws.amazon.com/nova/latest/userguide,
 * https://platform.minimaxi.com/document, https://www.volcengine.com/docs/82379/1330310,
 * https://cloud.baidu.com/doc/qianfan-docs
 */
const rows: readonly Row[] = [
  // OpenAI
  [/^gpt-3\.5-turbo-instruct|^text-(davinci|curie|babbage|ada)/, 4096, 4097],
  [/^(davinci|babbage)-002/, 16_384, 16_384],
  [/^gpt-3\.5-turbo-16k-0613/, 16_385, 16_385],
  [/^gpt-(3\.5|35)-turbo/, 4096, 16_385],
  [/^gpt-4-32k/, 32_768, 32_768],
  [/^gpt-4-(turbo|vision|1106|0125|gizmo)/, 4096, 128_000],
  [/^gpt-4(-0\d{3})?$/, 8192, 8192],
  [/^gpt-4o-2024-05-13/, 4096, 128_000],
  [/^(chat)?gpt-4o/, 16_384, 128_000],
  [/^gpt-4\.1/, 32_768],
  [/^gpt-4\.5/, 16_384, 128_000],
  [/^gpt-audio/, 16_384, 128_000],
  [/^gpt-5(\.\d)?-chat/, 16_384, 128_000],
  [/^gpt-5-pro/, 272_000],
  [/^gpt-5/, 128_000],
  [/^gpt-oss/, 131_072],
  [/^o1-preview/, 32_768],
  [/^o1-mini/, 65_536],
  [/^(o1|o3|o4|codex-mini)/, 100_000],
  [/^computer-use-preview/, 1024],
  // Anthropic; hosts prefix their own name
  [/claude-(instant|2|v2)/, 4096],
  [/claude-3-(opus|sonnet|haiku)/, 4096],
  [/claude-3[-.]5/, 8192],
  [/claude-3[-.]7/, 64_000],
  [/claude-opus-4([-.]1)?(-\d{8}|@|-v\d|-latest|-thinking|$)/, 32_000],
  [/claude-(opus|sonnet|haiku)-4([-.]5)?(-\d{8}|@|-v\d|-latest|-thinking|$)/, 64_000],
  [/claude/, 128_000],
  // Google
  [/^gemini-2\.0-flash-thinking/, 65_536],
  [/^gemini-(1|2\.0|pro|ultra|exp)/, 8192],
  [/^gemini-(2\.5|3(\.\d)?)-(flash|pro)-image/, 32_768],
  [/^gemini/, 65_536],
  [/^(gemma|learnlm)/, 8192],
  [/^(chat-bison|palm)/i, 1024],
  // DeepSeek
  [/^deepseek-v4/, 384_000],
  // These models can reason, and then write as much as the reasoner.
  [/^deepseek-(reasoner|r1|v3[-.][12])/, 65_536],
  [/^deepseek-(chat|coder|v2|v3)/, 8192],
  // xAI
  [/^grok-([123]|beta|vision)/, 131_072],
  [/^grok/, 256_000],
  // Mistral
  [/^(open-mistral-7b|mistral-(7b|tiny)|open-mixtral-8x7b|mixtral-8x7b)/, 32_768, 32_768],
  [/^(open-)?mixtral-8x22b/, 65_536, 65_536],
  [/^magistral/, 40_960],
  [/^codestral/, 256_000],
  [/^(open-mistral|mistral|ministral|pixtral|devstral)/, 131_072],
  // Alibaba; reasoning is added to the documented answer
  [/^qwen-turbo/, 16_384 + 38_912],
  [/^(qwen-(plus|flash)|qwen3|qwen-3|qwq|qvq)/, 32_768 + 81_920],
  [/^qwen-long/, 32_768],
  [/^qwen/, 8192],
  // Zhipu
  [/^glm-4\.5v/, 16_384],
  [/^glm-4\.6v/, 32_768],
  [/^glm-4\.5/, 98_304],
  [/^glm-(4\.[6-9]|[5-9])/, 131_072],
  [/^glm-z1/, 32_768],
  [/^(glm|chatglm|codegeex)/, 4096],
  // Moonshot
  [/^moonshot-v1-8k/, 8192, 8192],
  [/^moonshot-v1-32k/, 32_768, 32_768],
  [/^moonshot/, 131_072, 131_072],
  [/^kimi-k2-(0711|instruct$)/, 131_072, 131_072],
  [/^kimi/, 262_144, 262_144],
  // Meta
  [/llama-?2/, 4096, 4096],
  [/llama-?3(?![.-]?[1-9](-|\b))/, 8192, 8192],
  [/llama/, 131_072],
  // others
  [/^command-a/, 8192],
  [/^command/, 4096],
  [/nova-2/, 64_000],
  [/nova-(micro|lite|pro|premier)/, 10_000],
  [/^minimax-(m2|m3)/, 196_608],
  [/^(minimax|abab)/, 40_000],
  [/^doubao-(seed|1[.-][5-9])/, 32_768 + 32_768],
  [/^doubao/, 12_288],
  [/^ernie-(x1|4\.5|5)/, 65_536],
  [/^ernie/, 4096],
];

const limits = new Map<string, OutputLimit>();
/** Names come from callers, so the cache must be bounded. */
const MAX_REMEMBERED = 5000;

/** Returns the documented longest answer of a model, or an assumption for undocumented models. */
export function outputLimitOf(model: string): OutputLimit {
  const cached = limits.get(model);
  if (cached) return cached;
  const limit = findLimit(model.toLowerCase().replace(/^.*\//, ''));
  if (limits.size < MAX_REMEMBERED) limits.set(model, limit);
  return limit;
}

function findLimit(name: string): OutputLimit {
  const row = rows.find(([pattern]) => pattern.test(name));
  if (!row) return { tokens: ASSUMED_TOKENS, isAssumed: true };
  const [, tokens, window] = row;
  return { tokens, ...(window !== undefined && { window }), isAssumed: false };
}
