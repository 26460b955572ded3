import type { IncomingMessage } from 'node:http';
import { findKeyProblem } from '../../services/key-state.ts';
import type { RelayCaller } from '../caller.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';

const ADMIN = 10;
/** Only clients of Google write the key into the address. */
const GOOGLE = /^\/v1(?:beta)?\/models\b/;

/** Who is calling. The order of the checks and their statuses are those of the wire. @throws {RelayError} */
export async function authenticate(ctx: RelayContext, { request, ip }: Exchange): Promise<RelayCaller> {
  const [key = '', channel] = readKey(request).split('-');
  if (key === '') throw new RelayError(401, 'token_missing');
  const owner = await ctx.tokens.find(key, request.socket);
  const keyHint = `sk-${key.slice(0, 3)}***${key.slice(-3)}`;
  if (!owner) throw new RelayError(401, 'token_invalid');
  const problem = findKeyProblem(owner, ctx.now());
  if (problem === 'user_disabled') throw new RelayError(403, 'user_disabled');
  if (problem) throw new RelayError(401, `token_${problem}`, { key: keyHint });
  if (channel !== undefined && owner.role < ADMIN) throw new RelayError(403, 'channel_choice_refused');
  if (owner.addresses && !owner.addresses.includes(ip)) throw new RelayError(403, 'ip_not_allowed', { ip });
  return { owner, keyHint, channelId: readChannel(channel) };
}

/** The key as it was sent, without `Bearer` and `sk-`: wherever a client of any of the vendors puts it. */
function readKey({ headers, url = '' }: IncomingMessage): string {
  const sent =
    protocolKey(headers['sec-websocket-protocol']) ||
    headers.authorization?.replace(/^(?:Bearer(?:\s+|$))?(?:midjourney-proxy$)?/i, '') ||
    headers['x-api-key'] ||
    headers['x-goog-api-key'] ||
    (GOOGLE.test(url) && new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('key')) ||
    // Clients of Midjourney proxies have a header of their own, and some put that name into the usual one.
    String(headers['mj-api-secret'] ?? '').replace(/^Bearer(?:\s+|$)/i, '');
  return String(sent || '')
    .trim()
    .replace(/^sk-/, '');
}

/** Pages cannot set headers of a WebSocket: their key is among its protocols. */
function protocolKey(protocols = ''): string | undefined {
  return /(?:^|[,\s])openai-insecure-api-key\.([^,\s]+)/.exec(protocols)?.[1];
}

function readChannel(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new RelayError(400, 'channel_unknown', { id: text.slice(0, 20) });
  return Number(text);
}
