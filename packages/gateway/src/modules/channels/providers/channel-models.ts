import {
  type fetchModels,
  findChannelType,
  type ModelListFacts,
  type Parsed,
  Role,
} from '@tollgate/contract';
import * as z from 'zod/mini';
import type { CallContext, Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { requestChannel } from '../../../net/request-channel.ts';
import { change } from '../../shared/change.ts';
import { loadChannel } from '../channel-rows.ts';
import { allowPrivateHost } from '../destination/channel-hosts.ts';
import { readTypedProxy } from '../destination/channel-proxies.ts';
import { statesOf } from '../keys/channel-key-states.ts';
import { splitKeys } from '../keys/channel-keys.ts';
import { toRouteChannel } from '../routing/route-channel.ts';
import { baseOf, bearer, type ProviderAccount, parseAnswer, readAnswer } from './channel-providers.ts';

/**
 * Lists the models of the provider of a stored channel.
 *
 * @throws {AppError} `channel_not_found`, `channel_key_unreadable`, and those of `readAnswer`
 */
export async function fetchStored(ctx: Context, { id }: { id: number }): Promise<string[]> {
  const row = await loadChannel(ctx, id);
  const { type, base_url, other } = row;
  const channel = toRouteChannel(row, ctx.secrets, await statesOf(ctx, id));
  return fetchFrom(ctx, { type, base_url, other, key: channel.key(), proxy: channel.proxy });
}

/** The same for a channel that is not saved yet: its key is in the request, so no stored one is sent. */
export async function fetchTyped(ctx: CallContext, input: Parsed<typeof fetchModels>): Promise<string[]> {
  const { type, other = '' } = input;
  const [key] = splitKeys(type, input.key);
  if (!key) throw new AppError('channel_key_required');
  // A private address from root is confirmed as if the channel were saved; from other users it is refused.
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
  const { hasWholeUrl, modelList: list = usualList } = findChannelType(type) ?? {};
  if (base === '' || !list) throw new AppError('channel_models_unsupported', { type });
  const path = list.path.replace('{other}', encodeURIComponent(other || AZURE_VERSION));
  const url = hasWholeUrl ? base.replace(/(\/chat)?\/completions$/, '/models') : base + path;
  const ownKey = list.keyHeader && { [list.keyHeader]: key };
  return { url, headers: { ...(ownKey || bearer(account)), ...list.headers } };
}

const usualList: ModelListFacts = { path: '/v1/models' };
const modelList = z.object({ data: z.array(z.object({ id: z.string() })) });
/** Aggregators list thousands of models with all their properties. */
const MAX_BYTES = 8_000_000;
/** For Azure, the only type whose list depends on `other`: its API version. */
const AZURE_VERSION = '2024-12-01-preview';
