import { findChannelType, Role } from '@tollgate/contract';
import type { CallContext } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { isMetadataAddress, isPublicAddress, parseAllowList } from '../../../net/addresses.ts';
import * as options from '../../settings/options.ts';

interface Destination {
  type?: number | undefined;
  base_url?: string | null | undefined;
}

/**
 * Root may point a channel at a model runner in the operator's own network; other users may not point the
 * gateway at private addresses. What root saves is added to the list of confirmed hosts, in the same
 * transaction. Names that resolve to private addresses are refused when they are dialled.
 *
 * @throws {AppError} `channel_host_refused`, `channel_host_metadata`, `invalid_input` for what is no http
 * address
 */
export async function allowPrivateHost(tx: CallContext, destination: Destination): Promise<void> {
  if (!destination.base_url) return; // the gateway's own defaults
  const url = addressOf(destination);
  if (!url) throw new AppError('invalid_input', { field: 'base_url', reason: 'url' });
  const { name, port, host } = partsOf(url);
  if (!looksPrivate(name)) return;

  if (parseAllowList(tx.config.ssrfAllow).allows(name, name, port)) return;
  if (isMetadataAddress(name)) throw new AppError('channel_host_metadata', { host });
  if (parseAllowList(tx.options.current.ChannelPrivateHosts).allows(name, name, port)) return;
  if ((tx.caller?.role ?? 0) < Role.root) throw new AppError('channel_host_refused', { host });
  // Reads the stored list, not the cached one: another gateway may have added a host a moment ago.
  const stored = await options.lock(tx, 'ChannelPrivateHosts');
  if (parseAllowList(stored).allows(name, name, port)) return;
  await options.write(tx, 'ChannelPrivateHosts', [...stored, host].join('\n'));
}

/** The private `host:port` of a channel, as `allowPrivateHost` adds it to the list. Undefined: it has none. */
export function findPrivateHost(destination: Destination): string | undefined {
  const url = destination.base_url ? addressOf(destination) : undefined;
  if (!url) return undefined;
  const { name, host } = partsOf(url);
  return looksPrivate(name) ? host : undefined;
}

function partsOf({ hostname, port: typed, protocol }: URL) {
  const port = Number(typed || (protocol === 'https:' ? 443 : 80));
  return { name: hostname.replace(/^\[(.+)\]$/, '$1'), port, host: `${hostname}:${port}` };
}

function addressOf({ type, base_url }: Destination): URL | undefined {
  const text = base_url || findChannelType(type ?? 0)?.baseUrl || '';
  if (!URL.canParse(text) || hasUnsafeText(text.trim())) return undefined;
  const url = new URL(text);
  // `{model}` of a custom address is replaced: in a host it would send the key wherever a model name says.
  if (/[{}]/.test(url.host)) return undefined;
  return /^https?:$/.test(url.protocol) && url.username === '' && url.password === '' ? url : undefined;
}

/**
 * Whether an address contains text that URL parsers drop or rewrite: control characters, blanks, `\` and dot
 * segments. Adapters append to the raw text, so such an address would lead elsewhere than it reads.
 */
export function hasUnsafeText(address: string): boolean {
  return /[\p{Cc}\s\\]|\/(?:\.|%2e){1,2}(?:[/?#]|$)/iu.test(address);
}

/** Checks the form alone: private literals (without brackets), and names that cannot be public. */
export function looksPrivate(name: string): boolean {
  if (/^[\d.]+$/.test(name) || name.includes(':')) return !isPublicAddress(name);
  return !name.includes('.') || /\.(localhost|local|internal|lan|home\.arpa)$/i.test(name);
}
