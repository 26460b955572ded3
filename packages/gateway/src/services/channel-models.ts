import { type fetchModels, type Parsed, Role } from '@tollgate/contract';
import * as z from 'zod/mini';
import type { CallContext, Context } from '../core/context.ts';
import { AppError } from '../core/errors.ts';
import { requestChannel } from '../net/request-channel.ts';
import { change } from './change.ts';
import { allowPrivateHost } from './channel-hosts.ts';
import { statesOf } from './channel-key-states.ts';
import { splitKeys } from './channel-keys.ts';
import { baseOf, bearer, type ProviderAccount, parseAnswer, readAnswer } from './channel-providers.ts';
import { readTypedProxy } from './channel-proxies.ts';
import { loadChannel } from './channel-rows.ts';
import { toRouteChannel } from './route-channel.ts';

/** What the provider of a stored channel offers. @throws {AppError} `channel_not_found`, `channel_key_unreadable`, and those of `readAnswer` */
export async function fetchStored(ctx: Context, { id }: { id: number }): Promise<string[]> {
  const row = await loadChannel(ctx, id);
  const { type, base_url, other } = row;
  const channel = toRouteChannel(row, ctx.secrets, await statesOf(ctx, id));
  return fetchFrom(ctx, { type, base_url, other, key: channel.key(), proxy: channel.proxy });
}

/** The same for a channel that is being typed: its key comes along, so no stored one goes anywhere. */
export async function fetchTyped(ctx: CallContext, input: Parsed<typeof fetchModels>): Promise<string[]> {
  const { type, other = '' } = input;
  const [key] = splitKeys(type, input.key);
  if (!key) throw new AppError('channel_key_required');
  // A private address that root types is confirmed as if the channel were saved; anybody else's is refused.
  const isRoot = (ctx.caller?.role ?? 0) >= Role.root;
  await (isRoot
    ? change(ctx, ['options'], (tx) => allowPrivateHost(tx, input))
    : allowPrivateHost(ctx, input));
  const proxy = readTypedProxy(input.setting ?? null);
  return fetchFrom(ctx, { type, base_url: input.base_url ?? '', other, key, proxy });
}

/** @throws {AppError} `channel_models_unsupported`, and those of `readAnswer` */
async function fetchFrom(ctx: Context, account: ProviderAccount): Promise<string[]> {
  const { url, headers } = addressOf(account);
  const answer = requestChannel(ctx.outbound, account, url, { headers, maxBytes: MAX_BYTES });
  const { data } = parseAnswer(modelList, await readAnswer(answer));
  const names = data.map(({ id }) => id.replace(/^models\//, ''));
  return [...new Set(names)].filter((name) => name !== '' && name.length <= 255).sort();
}

function addressOf(account: ProviderAccount): { url: string; headers: Record<string, string> } {
  const { type, key, other } = account;
  const base = baseOf(account);
  if (base === '' || withoutList.has(type)) throw new AppError('channel_models_unsupported', { type });
  if (type === AZURE) {
    const version = encodeURIComponent(other || AZURE_VERSION);
    return { url: `${base}/openai/models?api-version=${version}`, headers: { 'api-key': key } };
  }
  if (type === ANTHROPIC) {
    const headers = { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
    return { url: `${base}/v1/models?limit=1000`, headers };
  }
  // A custom channel names the whole address of its chat endpoint.
  const url =
    type === CUSTOM
      ? base.replace(/(\/chat)?\/completions$/, '/models')
      : `${base}${paths[type] ?? '/v1/models'}`;
  return { url, headers: bearer(account) };
}

const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });
/** Aggregators list thousands of models with all their facts. */
const MAX_BYTES = 8_000_000;
const AZURE = 3;
const AZURE_VERSION = '2024-12-01-preview';
const CUSTOM = 8;
const ANTHROPIC = 14;

/** Where the list of models lies when it is not `/v1/models`, by channel type. */
const paths: Record<number, string> = {
  17: '/compatible-mode/v1/models',
  24: '/v1beta/openai/models',
  26: '/api/paas/v4/models',
  45: '/api/v3/models',
  46: '/v2/models',
};

/** Drawing and music services, and providers whose list needs more than a key. */
const withoutList = new Set([2, 5, 11, 15, 16, 18, 21, 23, 33, 36, 37, 39, 41]);
