import type { Context } from '../core/context.ts';
import { requestChannel } from '../net/request-channel.ts';
import { UpstreamRefusal } from './errors.ts';
import type { Login, Target } from './providers/provider.ts';
import { readRefusal, secretsOf } from './refusals.ts';

/** What vendors gave for keys, kept until shortly before it expires. */
export interface Passes {
  /** @throws {UpstreamRefusal} when the vendor gives none. */
  get(channelId: number, login: Login, target: Target): Promise<string>;
  /** The vendor refused it before its time. */
  forget(channelId: number, target: Target): void;
}

interface Kept {
  pass: Promise<string>;
  /** Milliseconds since 1970. */
  until: number;
}

const MAX_PASSES = 1000;
const EARLY_MS = 60_000;

/** One pass for a key of a channel; calls that need it at the same time wait for the same one. */
export function createPasses(ctx: Pick<Context, 'outbound' | 'now'>): Passes {
  const kept = new Map<string, Kept>();

  return {
    get(channelId, login, target) {
      const account = accountOf(channelId, target);
      const known = kept.get(account);
      if (known && known.until > ctx.now()) return known.pass;
      kept.delete(account);
      const oldest = kept.keys().next();
      if (kept.size >= MAX_PASSES && !oldest.done) kept.delete(oldest.value);

      const asked = ask(ctx, login, target);
      const entry: Kept = { pass: asked.then(({ pass }) => pass), until: Number.POSITIVE_INFINITY };
      kept.set(account, entry);
      asked.then(
        ({ seconds }) => {
          entry.until = ctx.now() + seconds * 1000 - EARLY_MS;
        },
        () => {
          if (kept.get(account) === entry) kept.delete(account);
        },
      );
      return entry.pass;
    },
    forget(channelId, target) {
      kept.delete(accountOf(channelId, target));
    },
  };
}

function accountOf(channelId: number, { baseUrl, key }: Target): string {
  return `${channelId} ${baseUrl} ${key}`;
}

async function ask({ outbound, now }: Pick<Context, 'outbound' | 'now'>, login: Login, target: Target) {
  const { url, headers, body } = login.request(target, now());
  const {
    status,
    headers: sent,
    json,
  } = await requestChannel(outbound, { proxy: target.proxy }, url, { method: 'POST', headers, body });
  const refused = status >= 400 && status < 500 && status !== 429;
  // A key that gets no pass is a key that is refused, whatever status the vendor has for it.
  if (status < 200 || status > 299)
    throw readRefusal(refused ? 401 : status, sent, json, secretsOf(target.key));
  try {
    return login.read(json);
  } catch (cause) {
    throw new UpstreamRefusal({ status: 502, message: 'the vendor gave no pass for the key' }, cause);
  }
}
