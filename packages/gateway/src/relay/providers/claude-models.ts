/**
 * What a Claude model accepts. Sources, read in November 2026:
 * https://platform.claude.com/docs/en/build-with-claude/thinking-troubleshooting (modes and defaults),
 * https://platform.claude.com/docs/en/build-with-claude/effort,
 * https://platform.claude.com/docs/en/build-with-claude/structured-outputs,
 * https://platform.claude.com/docs/en/models/opus-5-5/migration-guide (forced tools, sampling),
 * https://platform.claude.com/docs/en/build-with-claude/preserved-thinking
 */
export interface ClaudeFacts {
  /** How reasoning is requested: by a budget in tokens, or by an effort. */
  readonly thinking: 'none' | 'budget' | 'adaptive';
  /** What turns reasoning off. `effort`: nothing does, so the lowest effort is the closest. */
  readonly off: 'omit' | 'disabled' | 'between_tools' | 'effort';
  /** Whether the effort `xhigh` exists. */
  readonly xhigh: boolean;
  /** Which of `temperature`, `top_p` and `top_k` are accepted. `one`: not temperature and top_p together. */
  readonly sampling: 'all' | 'one' | 'none';
  /** Whether a call may force the use of a tool. */
  readonly forcedTools: boolean;
  /** Whether signed reasoning is bound to all that was before it, and refused after a change. */
  readonly bindsReasoning: boolean;
  /** The hosts that enforce schemas. Google does so only for projects that allow it. */
  readonly schemasAt: readonly ClaudeHost[];
}

export type ClaudeHost = 'anthropic' | 'bedrock' | 'vertex';

const OLDEST: ClaudeFacts = {
  thinking: 'none',
  off: 'omit',
  xhigh: false,
  sampling: 'all',
  forcedTools: true,
  bindsReasoning: false,
  schemasAt: [],
};
const BUDGET: ClaudeFacts = { ...OLDEST, thinking: 'budget' };
const ONE_SAMPLING: ClaudeFacts = { ...BUDGET, sampling: 'one' };
const LAST_BUDGET: ClaudeFacts = { ...ONE_SAMPLING, schemasAt: ['anthropic', 'bedrock'] };
const FIRST_ADAPTIVE: ClaudeFacts = { ...LAST_BUDGET, thinking: 'adaptive' };
const ADAPTIVE: ClaudeFacts = {
  ...FIRST_ADAPTIVE,
  xhigh: true,
  sampling: 'none',
  schemasAt: ['anthropic'],
};
/** Reasons unless the call turns it off. */
const BY_DEFAULT: ClaudeFacts = { ...ADAPTIVE, off: 'disabled', schemasAt: ['anthropic', 'bedrock'] };
const ALWAYS: ClaudeFacts = { ...BY_DEFAULT, off: 'effort' };
const ALWAYS_FREE: ClaudeFacts = { ...ALWAYS, forcedTools: false, bindsReasoning: true };

type Row = readonly [from: number, facts: ClaudeFacts];

const newest: readonly Row[] = [
  [5.01, ALWAYS_FREE],
  [0, ALWAYS],
];

/** By family: the facts of the models from this version on. A later version counts as the latest one here. */
const families: Readonly<Record<string, readonly Row[]>> = {
  opus: [
    [5.05, ALWAYS_FREE],
    [5, BY_DEFAULT],
    [4.07, ADAPTIVE],
    [4.06, FIRST_ADAPTIVE],
    [4.05, LAST_BUDGET],
    [4.01, ONE_SAMPLING],
    [4, BUDGET],
    [0, OLDEST],
  ],
  sonnet: [
    [5.05, { ...ALWAYS_FREE, off: 'between_tools' }],
    [5, BY_DEFAULT],
    [4.06, FIRST_ADAPTIVE],
    [4.05, LAST_BUDGET],
    [3.07, BUDGET],
    [0, OLDEST],
  ],
  haiku: [
    [5, { ...BY_DEFAULT, bindsReasoning: true }],
    [4.05, LAST_BUDGET],
    [0, OLDEST],
  ],
  fable: newest,
  mythos: newest,
};

/**
 * Returns the facts of the first name that is a Claude model's: the upstream's name, then the caller's, for
 * deployments and profiles with names of their own. A Claude of an unknown family counts as a current model,
 * a name without `claude` as one that only copies the API.
 */
export function claudeFacts(...names: readonly (string | undefined)[]): ClaudeFacts {
  for (const name of names) {
    const lower = name?.toLowerCase() ?? '';
    if (otherMakers.test(lower)) return BUDGET;
    if (!lower.includes('claude')) continue;
    if (/claude-(instant|v?2)/.test(lower)) return OLDEST;
    const { family, version } = readName(lower);
    const rows = Object.hasOwn(families, family) ? families[family] : undefined;
    return rows?.find(([from]) => version >= from)?.[1] ?? ALWAYS;
  }
  return BUDGET;
}

/** Makers that copy the API. Callers may know their models by the name of a Claude. */
const otherMakers = /kimi|moonshot|glm|deepseek|minimax|qwen|mimo|doubao|step-|gpt|gemini|grok|llama|mistral/;

/**
 * Reads family and version: of `claude-opus-4-7`, `us.anthropic.claude-opus-4-6-v1`, `claude-opus-4@20250514`,
 * `claude-opus-4.5` and `claude-3-7-sonnet-20250219`. Version 4.7 is 4.07, so that 4.10 follows 4.9. Dates
 * are no versions, and a name without a version is the latest model of its family.
 */
function readName(name: string): { family: string; version: number } {
  const [, old, oldMinor = '0', oldFamily] = /claude-(\d)(?:[-.](\d))?-([a-z]+)/.exec(name) ?? [];
  if (old && oldFamily) return { family: oldFamily, version: Number(old) + Number(oldMinor) / 100 };
  const [, family = '', major, minor = '0'] =
    /claude-([a-z]+)(?:-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?)?/.exec(name) ?? [];
  return { family, version: major ? Number(major) + Number(minor) / 100 : Number.POSITIVE_INFINITY };
}
