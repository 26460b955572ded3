import { LogType } from '@tollgate/contract';
import { findPrice } from '../../modules/models/find-price.ts';
import { type NewLogRow, record } from '../../modules/usage/repository/logs.ts';
import { createOpener, findImported, toUnits } from './litellm-values.ts';
import type { Step } from './run-steps.ts';
import { addChannel } from './take-channels.ts';
import type { TakenChannel } from './taken-channel.ts';
import { Fields, toObject } from './values.ts';

/** Providers by LiteLLM's name of them: the type of a channel, and the address where OpenAI's type has another one. */
const providers: Readonly<Record<string, { readonly type: number; readonly base?: string }>> = {
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
const UNKNOWN_TYPE = 999;

/** Models with the same provider, address and key are one channel. */
export const modelStep: Step = {
  name: 'channels',
  table: 'LiteLLM_ProxyModelTable',
  key: 'model_id',
  async write({ saltKey }, tx, rows, note) {
    const open = createOpener(saltKey);
    const channels = new Map<string, Model[]>();
    for (const row of rows) {
      const model = readModel(new Fields(row), open);
      const key = JSON.stringify([model.provider, model.base, model.key, model.other]);
      channels.set(key, [...(channels.get(key) ?? []), model]);
      if (!findPrice(tx.options.current, model.name, 'default', false))
        note('it has no price yet and cannot be called', model.name);
    }
    for (const models of channels.values()) {
      const channel = toChannel(models, Math.floor(tx.now() / 1000));
      await addChannel(tx, channel, (sentence) => note(sentence, channel.name ?? ''));
    }
    return rows.length;
  },
};

interface Model {
  /** What callers write. */
  readonly name: string;
  readonly upstream: string;
  readonly provider: string;
  readonly base: string;
  readonly key: string;
  readonly other: string;
}

function readModel(fields: Fields, open: (value: string) => string): Model {
  const params = toObject(fields.json('litellm_params'));
  const read = (name: string) => {
    const value = open(String(params[name] ?? ''));
    return value.startsWith('os.environ/') ? '' : value;
  };
  const [prefix = '', ...rest] = read('model').split('/');
  const isPrefixed = rest.length > 0 && Object.hasOwn(providers, prefix);
  const provider = read('custom_llm_provider') || (isPrefixed ? prefix : rest.length > 0 ? prefix : 'openai');
  return {
    name: fields.text('model_name', 255),
    upstream: isPrefixed || rest.length > 0 ? rest.join('/') : prefix,
    provider,
    base: read('api_base').replace(/\/v1\/?$/, ''),
    key: keyOf(provider, read),
    other: read('api_version') || read('vertex_location'),
  };
}

function keyOf(provider: string, read: (name: string) => string): string {
  if (provider === 'bedrock' && read('aws_access_key_id'))
    return [read('aws_access_key_id'), read('aws_secret_access_key'), read('aws_region_name')].join('|');
  return provider === 'vertex_ai' ? read('vertex_credentials') : read('api_key');
}

function toChannel(models: readonly Model[], created_time: number): TakenChannel {
  const [{ provider, base, key, other }] = models as [Model];
  const target = providers[provider] ?? { type: UNKNOWN_TYPE };
  const mapped = models.filter(({ name, upstream }) => upstream !== '' && upstream !== name);
  return {
    type: target.type,
    name: provider,
    key,
    base_url: base || target.base || '',
    other,
    models: [...new Set(models.map(({ name }) => name))].join(','),
    group: 'default',
    created_time,
    status: 1,
    model_mapping:
      mapped.length > 0
        ? JSON.stringify(Object.fromEntries(mapped.map(({ name, upstream }) => [name, upstream])))
        : null,
  };
}

export const spendStep: Step = {
  name: 'usage log',
  table: 'LiteLLM_SpendLogs',
  key: 'request_id',
  isLog: true,
  async write({ ctx }, tx, rows) {
    const all = rows.map((row) => new Fields(row));
    const people = await findImported(
      tx.db,
      'user',
      all.map((fields) => fields.text('user')),
    );
    const hashes = [...new Set(all.map((fields) => fields.text('api_key')))];
    const keys = await tx.db
      .selectFrom('tokens')
      .innerJoin('users', 'users.id', 'tokens.user_id')
      .select(['tokens.id', 'tokens.key_hash', 'tokens.name', 'tokens.user_id', 'users.username'])
      .where('tokens.key_hash', 'in', hashes)
      .execute();
    const byHash = new Map(keys.map((key) => [key.key_hash, key]));
    await record(
      ctx.logDb,
      all.map((fields): NewLogRow => {
        const key = byHash.get(fields.text('api_key'));
        const startedAt = fields.date('startTime') ?? 0;
        return {
          request_id: `litellm-${fields.text('request_id', 55)}`,
          user_id: key?.user_id ?? people.get(fields.text('user')) ?? 0,
          username: key?.username ?? fields.text('user', 64),
          created_at: startedAt,
          type: LogType.consumption,
          token_id: key?.id ?? 0,
          token_name: key?.name ?? '',
          model_name: fields.text('model_group', 255) || fields.text('model', 255),
          quota: Math.max(0, toUnits(fields.number('spend'))),
          prompt_tokens: fields.whole('prompt_tokens'),
          completion_tokens: fields.whole('completion_tokens'),
          use_time: Math.max(0, (fields.date('endTime') ?? startedAt) - startedAt),
          group: 'default',
          billing_basis: '',
        };
      }),
    );
    return rows.length;
  },
};
