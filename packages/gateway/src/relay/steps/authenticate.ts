import type { IncomingMessage } from 'node:http';
import { Role } from '@tollgate/contract';
import { findKeyProblem } from '../../modules/tokens/key-state.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { withCall } from '../metering/failed-call.ts';

/** Only clients of Google send the key in the URL. */
const GOOGLE = /^\/v1(?:beta)?\/models\b/;

/** Authenticates the caller. The order of checks and their statuses match new-api. @throws {RelayError} */
export async function authenticate(ctx: RelayContext, { request, ip }: Exchange): Promise<RelayCaller> {
  const [key = '', channel] = readKey(request).split('-');
  if (key === '') throw new RelayError(401, 'token_missing');
  const owner = await ctx.tokens.find(key, request.socket);
  const keyHint = `sk-${key.slice(0, 3)}***${key.slice(-3)}`;
  if (!owner) throw new RelayError(401, 'token_invalid');
  try {
    const problem = findKeyProblem(owner, ctx.now());
    if (problem === 'user_disabled') throw new RelayError(403, 'user_disabled');
    if (problem) throw new RelayError(401, `token_${problem}`, { key: keyHint });
    if (channel !== undefined && owner.role < Role.admin) throw new RelayError(403, 'channel_choice_refused');
    if (owner.addresses && !owner.addresses.includes(ip)) throw new RelayError(403, 'ip_not_allowed', { ip });
    return { owner, keyHint, channelId: readChannel(channel) };
  } catch (error) {
    throw withCall(error, { owner });
  }
}

/** Reads the key, without `Bearer` and `sk-`, from any place that a vendor's client uses. */
function readKey({ headers, url = '' }: IncomingMessage): string {
  const sent =
    protocolKey(headers['sec-websocket-protocol']) ||
    headers.authorization?.replace(/^(?:Bearer(?:\s+|$))?(?:midjourney-proxy$)?/i, '') ||
    headers['x-api-key'] ||
    headers['x-goog-api-key'] ||
    (GOOGLE.test(url) && new URLSearchParams(url.slice(url.indexOf('?') + 1)).get('key')) ||
    // Clients of Midjourney proxies use their own header, and some put its name into the usual one.
    String(headers['mj-api-secret'] ?? '').replace(/^Bearer(?:\s+|$)/i, '');
  return String(sent || '')
    .trim()
    .replace(/^sk-/, '');
}

/** Pages cannot set WebSocket headers, so they send the key as a protocol. */
function protocolKey(protocols = ''): string | undefined {
  return /(?:^|[,\s])openai-insecure-api-key\.([^,\s]+)/.exec(protocols)?.[1];
}

function readChannel(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new RelayError(400, 'channel_unknown', { id: text.slice(0, 20) });
  return Number(text);
}
