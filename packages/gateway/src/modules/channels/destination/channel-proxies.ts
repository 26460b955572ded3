import type { Secrets } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import type { Db } from '../../../db/schema.ts';
import { sealedPlace } from '../../secrets/sealed-places.ts';
import { tryOpen } from '../../secrets/secrets.ts';
import * as channels from '../repository/channels.ts';

/** Replaces a password that is stored elsewhere. */
const MASK = '***';
/** Replaces a proxy whose password cannot be opened. No request can be sent through it. */
export const UNREADABLE_PROXY = 'unreadable:';

/** The proxy of a channel: the setting without secrets, and the sealed password. */
export type ProxyColumns = Pick<channels.ChannelRow, 'setting' | 'proxy_sealed'>;

type Stored = ProxyColumns & { id: number };

/**
 * Moves the password of the proxy out of a setting and seals it. A masked or absent password stays, as long
 * as user name and host stay the same: it is never sent to another proxy than it was entered for.
 *
 * @throws {AppError} `channel_proxy_again` for a mask without a stored password, `invalid_input` for an
 * address whose password cannot be parsed
 */
export function sealProxy(
  { secrets }: { secrets: Secrets },
  id: number,
  setting: string | null,
  before?: ProxyColumns,
): ProxyColumns {
  const plain = { setting, proxy_sealed: '' };
  const proxy = readProxy(setting);
  if (proxy === undefined) return plain;
  const url = URL.canParse(proxy) ? new URL(proxy) : undefined;
  if (proxy.includes('@') && !url?.username && !url?.password)
    throw new AppError('invalid_input', { field: 'setting', reason: 'url' });
  if (!url || (url.username === '' && url.password === '')) return plain;

  if (url.password !== '' && url.password !== MASK)
    return {
      setting: withProxyPassword(setting, MASK),
      proxy_sealed: secrets.seal(url.password, sealedPlace.channelProxy(id)),
    };
  const storedProxy = readProxy(before?.setting ?? null);
  if (before?.proxy_sealed && storedProxy !== undefined && isSameProxy(new URL(storedProxy), url))
    return { setting: withProxyPassword(setting, MASK), proxy_sealed: before.proxy_sealed };
  if (url.password === MASK) throw new AppError('channel_proxy_again', { id });
  return plain;
}

/** Returns the proxy URL with its password. An unreadable one is unusable: no call may bypass the proxy. */
export function openProxy(stored: Stored, secrets: Secrets): string {
  try {
    return readProxy(withOpenProxy(stored, secrets)) ?? '';
  } catch {
    return UNREADABLE_PROXY;
  }
}

/**
 * Returns the proxy of a channel that is not saved yet, with its password; empty: none.
 *
 * @throws {AppError} `channel_proxy_again` for a masked password, which belongs to a stored channel
 */
export function readTypedProxy(setting: string | null): string {
  const proxy = readProxy(setting) ?? '';
  if (URL.canParse(proxy) && new URL(proxy).password === MASK)
    throw new AppError('channel_proxy_again', { field: 'setting' });
  return proxy;
}

/** The password alone. Undefined: it cannot be opened. */
export function openProxyPassword({ id, proxy_sealed }: Omit<Stored, 'setting'>, secrets: Secrets) {
  return tryOpen(secrets, proxy_sealed, sealedPlace.channelProxy(id));
}

/** Whether the proxy of a setting needs a password from elsewhere, or has one in plain text. */
export function findProxyPassword(setting: string | null): 'masked' | 'plain' | undefined {
  const proxy = readProxy(setting) ?? '';
  const { password = '' } = URL.canParse(proxy) ? new URL(proxy) : {};
  if (password === '') return undefined;
  return password === MASK ? 'masked' : 'plain';
}

/**
 * Returns the setting with the password, to be sealed for another row. @throws {AppError}
 * `channel_proxy_unreadable`
 */
export function withOpenProxy({ id, setting, proxy_sealed }: Stored, secrets: Secrets): string | null {
  if (proxy_sealed === '') return setting;
  const password = openProxyPassword({ id, proxy_sealed }, secrets);
  if (password === undefined) throw new AppError('channel_proxy_unreadable', { id });
  return withProxyPassword(setting, password);
}

/** Seals passwords that earlier versions stored unsealed, at the first start: a migration has no secrets. */
export async function sealOldProxies(db: Db, secrets: Secrets): Promise<void> {
  for (const { id, setting } of await channels.listWithOpenProxy(db)) {
    const columns = trySeal({ secrets }, id, setting);
    if (columns?.proxy_sealed) await channels.updateSetting(db, id, setting, columns);
  }
}

/** A setting that is no valid proxy stays as it is. */
function trySeal(tx: { secrets: Secrets }, id: number, setting: string | null): ProxyColumns | undefined {
  try {
    return sealProxy(tx, id, setting);
  } catch {
    return undefined;
  }
}

/** Identifies the proxy of a setting: scheme, host, port and user name, without the password. Empty: none. */
export function proxyIdentity(setting: string | null): string {
  const text = readProxy(setting) ?? '';
  if (!URL.canParse(text)) return text;
  const { protocol, host, username, pathname, search } = new URL(text);
  return `${protocol}//${username}@${host}${pathname.replace(/\/$/, '')}${search}`;
}

function isSameProxy(a: URL, b: URL): boolean {
  return a.protocol === b.protocol && a.host === b.host && a.username === b.username;
}

function readProxy(setting: string | null): string | undefined {
  const proxy = readObject(setting)?.proxy;
  return typeof proxy === 'string' && proxy.trim() !== '' ? proxy.trim() : undefined;
}

/** Puts a password into the proxy of a setting. */
export function withProxyPassword(setting: string | null, password: string): string {
  const fields = readObject(setting) ?? {};
  const url = new URL(String(fields.proxy).trim());
  url.password = password;
  const proxy = /\/$/.test(String(fields.proxy).trim()) ? url.href : url.href.replace(/\/$/, '');
  return JSON.stringify({ ...fields, proxy }, null, setting?.includes('\n') ? 2 : 0);
}

function readObject(setting: string | null): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(setting ?? '');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
