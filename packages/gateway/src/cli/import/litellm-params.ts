import type { Credentials, Opener } from './litellm-sealed.ts';
import { type Fields, toObject } from './values.ts';

/** Providers by LiteLLM's name of them: the type of a channel, and the address where OpenAI's type has another one. */
export const providers: Readonly<Record<string, { readonly type: number; readonly base?: string }>> = {
  openai: { type: 1 },
  azure: { type: 3 },
  anthropic: { type: 14 },
  gemini: { type: 24 },
  vertex_ai: { type: 41 },
  bedrock: { type: 33 },
  cohere: { type: 34 },
  cohere_chat: { type: 34 },
  mistral: { type: 42 },
  deepseek: { type: 43 },
  perplexity: { type: 27 },
  openrouter: { type: 20 },
  ollama: { type: 4 },
  ollama_chat: { type: 4 },
  xai: { type: 48 },
  groq: { type: 1, base: 'https://api.groq.com/openai' },
  together_ai: { type: 1, base: 'https://api.together.xyz' },
  fireworks_ai: { type: 1, base: 'https://api.fireworks.ai/inference' },
  hosted_vllm: { type: 1 },
  litellm_proxy: { type: 1 },
};
const UNKNOWN_PROVIDER = 'unknown';

export interface Model {
  /** What callers write. */
  readonly name: string;
  readonly upstream: string;
  readonly provider: string;
  readonly base: string;
  readonly key: string;
  readonly other: string;
  /** Why it cannot be called as it is. */
  readonly reasons: readonly string[];
}

type Read = (name: string) => string;

/** Reads a model of LiteLLM. A value that is not in its database, or cannot be opened, is empty, with a reason. */
export function readModel(fields: Fields, open: Opener, credentials: Credentials = new Map()): Model {
  const reasons = new Set<string>();
  const params = toObject(fields.json('litellm_params'));
  let credential: Readonly<Record<string, unknown>> = {};
  const read = (name: string) => {
    const value = open(String(params[name] ?? credential[name] ?? ''));
    const [, variable] = /^os\.environ\/(.*)$/s.exec(value ?? '') ?? [];
    if (value === undefined) reasons.add(`LITELLM_SALT_KEY does not open its ${name}: enter it here`);
    if (variable !== undefined)
      reasons.add(`its ${name} is in the environment of LiteLLM (${variable}): enter it here`);
    return variable === undefined ? (value ?? '') : '';
  };
  const credentialName = read('litellm_credential_name');
  credential = credentials.get(credentialName) ?? {};
  if (credentialName && !credentials.has(credentialName))
    reasons.add(`its credential ${credentialName} is not in the database: enter the key here`);
  const name = fields.text('model_name', 255);
  if (fields.flag('blocked') === 1) reasons.add('it is blocked there: enable it if it may be called');
  if (name.includes('*')) reasons.add('a name with * is no model here: enter the models that it means');
  const { provider, upstream } = destinationOf(read);
  return {
    name,
    upstream: upstream.includes('*') ? '' : upstream,
    provider,
    base: read('api_base').replace(/\/v1\/?$/, ''),
    key: keyOf(provider, read),
    other: read('api_version') || read('vertex_location'),
    reasons: [...reasons],
  };
}

function destinationOf(read: Read): Pick<Model, 'provider' | 'upstream'> {
  const model = read('model');
  const given = read('custom_llm_provider');
  if (model === '') return { provider: given || UNKNOWN_PROVIDER, upstream: '' };
  const [prefix = '', ...rest] = model.split('/');
  if (rest.length === 0) return { provider: given || 'openai', upstream: model };
  return { provider: given || prefix, upstream: rest.join('/') };
}

function keyOf(provider: string, read: Read): string {
  if (provider === 'bedrock' && read('aws_access_key_id'))
    return [read('aws_access_key_id'), read('aws_secret_access_key'), read('aws_region_name')].join('|');
  return provider === 'vertex_ai' ? read('vertex_credentials') : read('api_key');
}
