import { EFFORTS, type Effort } from './chat.ts';

/**
 * Whether an OpenAI model reasons before it answers. Such models count reasoning tokens in the completion
 * limit, and accept it only as `max_completion_tokens`: https://platform.openai.com/docs/guides/reasoning
 */
export function isReasoning(model: string): boolean {
  return /^(o\d|gpt-([5-9]|\d\d))/.test(model);
}

/** What a model accepts in a chat completion. */
interface Row {
  readonly names: RegExp;
  /** From the lowest to the highest. Empty: the model does not reason. */
  readonly efforts: readonly Effort[];
  /** Whether `temperature` and `top_p` are accepted: when the model does not reason. */
  readonly sampling: 'yes' | 'no' | 'without-reasoning';
  /** The effort of a call with tools, where reasoning and tools exclude each other. */
  readonly withTools?: 'none' | 'omitted';
}

const OLD = ['low', 'medium', 'high'] as const;
const NEW = ['none', 'low', 'medium', 'high', 'xhigh'] as const;

/**
 * OpenAI's documented families; the first row that matches decides, so that a later model counts as the
 * newest: https://platform.openai.com/docs/guides/latest-model (parameter compatibility)
 */
const rows: readonly Row[] = [
  { names: /^o\d/, efforts: OLD, sampling: 'no' },
  { names: /^gpt-5(\.\d)?-chat/, efforts: [], sampling: 'yes' },
  { names: /^gpt-5(\.\d)?-pro/, efforts: ['high'], sampling: 'no' },
  { names: /^gpt-5(?!\.)/, efforts: ['minimal', ...OLD], sampling: 'no' },
  { names: /^gpt-5\.[1-4].*codex/, efforts: [...OLD, 'xhigh'], sampling: 'no' },
  { names: /^gpt-5\.1/, efforts: ['none', ...OLD], sampling: 'without-reasoning' },
  { names: /^gpt-5\.[23]/, efforts: NEW, sampling: 'without-reasoning' },
  { names: /^gpt-5\.4/, efforts: NEW, sampling: 'without-reasoning', withTools: 'omitted' },
  { names: /^gpt-5/, efforts: NEW, sampling: 'no', withTools: 'none' },
  { names: /^gpt-([6-9]|\d\d)/, efforts: [...NEW, 'max'], sampling: 'no', withTools: 'none' },
  { names: /^(chatgpt|gpt-[34])/, efforts: [], sampling: 'yes' },
];

/**
 * Whether a model may reason without showing it. Models of other makers show what they write, as far as their
 * names do not say otherwise.
 */
export function mayReasonUnseen(model: string): boolean {
  const row = rows.find(({ names }) => names.test(model));
  return row ? row.efforts.length > 0 : hidingModels.test(model);
}

/** Models of other makers whose reasoning is hidden or shortened. */
const hidingModels =
  /gemini-(?!1|2\.0)|claude|grok-(?!2)(?!.*non-reasoning)|(^|[/-])o\d(-|$)|gpt-([5-9]|\d\d)/;

/** The reasoning of a chat completion for an OpenAI model, and whether it leaves room for sampling. */
export interface OpenaiReasoning {
  readonly effort: Effort | undefined;
  /** `temperature` and `top_p`. */
  readonly acceptsSampling: boolean;
  readonly acceptsPenalties: boolean;
}

/** Adapts a requested effort to a model. The models of other makers keep it. */
export function reasoningOf(model: string, effort: Effort | undefined, hasTools: boolean): OpenaiReasoning {
  const row = rows.find(({ names }) => names.test(model));
  if (!row) return { effort, acceptsSampling: true, acceptsPenalties: true };
  const { efforts, sampling, withTools } = row;
  const fitted =
    hasTools && withTools ? (withTools === 'none' ? 'none' : undefined) : nearest(effort, efforts);
  const reasons = fitted !== undefined && fitted !== 'none';
  return {
    effort: fitted,
    acceptsSampling: sampling === 'yes' || (sampling === 'without-reasoning' && !reasons),
    acceptsPenalties: sampling === 'yes',
  };
}

/** The highest accepted effort that is not above the requested one, or the lowest. */
function nearest(effort: Effort | undefined, efforts: readonly Effort[]): Effort | undefined {
  if (effort === undefined) return undefined;
  const rank = EFFORTS.indexOf(effort);
  return efforts.findLast((each) => EFFORTS.indexOf(each) <= rank) ?? efforts[0];
}

/** Maps a reasoning budget in tokens to an effort, for models that have only levels. In docs/decisions/0065. */
export function effortOfBudget(tokens: number): 'low' | 'medium' | 'high' {
  if (tokens < 4096) return 'low';
  return tokens < 16_384 ? 'medium' : 'high';
}
