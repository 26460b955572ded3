import type { Context } from '../../core/context.ts';
import { requestChannel } from '../../net/request-channel.ts';
import { UpstreamError } from '../errors.ts';
import type { Target, TokenExchange } from '../providers/provider.ts';
import { parseUpstreamError, secretsOf } from './upstream-errors.ts';

/** Exchanges API keys for access tokens and caches them until shortly before they expire. */
export interface AccessTokenCache {
  /** @throws {UpstreamError} when the vendor issues none */
  get(channelId: number, login: TokenExchange, target: Target): Promise<string>;
  /** Drops a token that the vendor rejected before it expired. */
  forget(channelId: number, target: Target): void;
}

interface Kept {
  accessToken: Promise<string>;
  /** Milliseconds since 1970. */
  until: number;
}

const MAX_TOKENS = 1000;
const EARLY_MS = 60_000;

/** Caches one access token per key of a channel; concurrent calls wait for the same exchange. */
export function createAccessTokenCache(ctx: Pick<Context, 'outbound' | 'now'>): AccessTokenCache {
  const entries = new Map<string, Kept>();

  return {
    get(channelId, login, target) {
      const account = accountOf(channelId, target);
      const cached = entries.get(account);
      if (cached && cached.until > ctx.now()) return cached.accessToken;
      entries.delete(account);
      const oldest = entries.keys().next();
      if (entries.size >= MAX_TOKENS && !oldest.done) entries.delete(oldest.value);

      const exchange = ask(ctx, login, target);
      const entry: Kept = {
        accessToken: exchange.then(({ accessToken: pass }) => pass),
        until: Number.POSITIVE_INFINITY,
      };
      entries.set(account, entry);
      exchange.then(
        ({ seconds }) => {
          entry.until = ctx.now() + seconds * 1000 - EARLY_MS;
        },
        () => {
          if (entries.get(account) === entry) entries.delete(account);
        },
      );
      return entry.accessToken;
    },
    forget(channelId, target) {
      entries.delete(accountOf(channelId, target));
    },
  };
}

function accountOf(channelId: number, { baseUrl, key }: Target): string {
  return `${channelId} ${baseUrl} ${key}`;
}

async function ask(
  { outbound, now }: Pick<Context, 'outbound' | 'now'>,
  login: TokenExchange,
  target: Target,
) {
  const { url, headers } = login.address(target);
  const body = (await login.body?.(target, now())) ?? '';
  const {
    status,
    headers: sent,
    json,
  } = await requestChannel(outbound, { proxy: target.proxy }, url, { method: 'POST', headers, body });
  const refused = status >= 400 && status < 500 && status !== 429;
  // A key without an access token counts as rejected, whatever status the vendor sends.
  if (status < 200 || status > 299)
    throw parseUpstreamError(refused ? 401 : status, sent, json, secretsOf(target.key));
  try {
    return login.read(json);
  } catch (cause) {
    throw new UpstreamError({ status: 502, message: 'the vendor gave no pass for the key' }, cause);
  }
}
