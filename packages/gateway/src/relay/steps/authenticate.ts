import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Role } from '@tollgate/contract';
import { findKeyProblem } from '../../modules/tokens/key-state.ts';
import type { RelayCaller } from '../access/caller.ts';
import type { TokenOwner } from '../access/token-cache.ts';
import type { RelayContext } from '../context.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { withCall } from '../metering/failed-call.ts';

/** Only clients of Google send the key in the URL. */
const GOOGLE = /^\/v1(?:beta)?\/models\b/;

/** Authenticates the caller. The order of checks and their statuses match new-api. @throws {RelayError} */
export async function authenticate(ctx: RelayContext, exchange: Exchange): Promise<RelayCaller> {
  return findCaller(ctx, exchange);
}

/** As `authenticate`. Returns without a promise when the key is cached. */
export function findCaller(
  ctx: RelayContext,
  { request, ip }: Pick<Exchange, 'request' | 'ip'>,
): RelayCaller | Promise<RelayCaller> {
  const sent = sentKeyOf(request);
  if (sent.key === '') throw new RelayError(401, 'token_missing');
  const owner = ctx.tokens.find(sent.key);
  return owner && !(owner instanceof Promise) && !hasOddEnd(sent)
    ? toCaller(owner, sent, ip, ctx.now())
    : findSlowly(ctx, sent, ip, owner);
}

/** The same for a key that is not cached, or that another gateway made: those may have hyphens anywhere. */
async function findSlowly(
  ctx: RelayContext,
  sent: SentKey,
  ip: string,
  own: TokenOwner | undefined | Promise<TokenOwner | undefined>,
): Promise<RelayCaller> {
  const found = await own;
  const mayBeForeign = found === undefined || hasOddEnd(sent);
  const foreign = mayBeForeign ? await ctx.tokens.findForeign(sent.text) : undefined;
  return foreign
    ? toCaller(foreign, { ...sent, channel: undefined }, ip, ctx.now())
    : toCaller(found, sent, ip, ctx.now());
}

/** Whether something else than the number of a channel is behind the first hyphen. */
function hasOddEnd({ key, channel, text }: SentKey): boolean {
  return channel !== undefined && !(text === `${key}-${channel}` && CHANNEL.test(channel));
}

const CHANNEL = /^\d{1,9}$/;

function toCaller(
  owner: TokenOwner | undefined,
  { channel, hint: keyHint }: SentKey,
  ip: string,
  now: number,
): RelayCaller {
  if (!owner) throw new RelayError(401, 'token_invalid');
  try {
    const problem = findKeyProblem(owner, now);
    if (problem === 'user_disabled') throw new RelayError(403, 'user_disabled');
    if (problem) throw new RelayError(401, `token_${problem}`, { key: keyHint });
    if (channel !== undefined && owner.role < Role.admin) throw new RelayError(403, 'channel_choice_refused');
    if (owner.addresses && !owner.addresses.includes(ip)) throw new RelayError(403, 'ip_not_allowed', { ip });
    return { owner, keyHint, channelId: readChannel(channel) };
  } catch (error) {
    throw withCall(error, { owner });
  }
}

/** A key as a caller sent it. */
interface SentKey {
  readonly authorization: string | undefined;
  /** Without `Bearer` and `sk-`. */
  readonly text: string;
  /** The same without the channel. */
  readonly key: string;
  /** The channel that an administrator appended. */
  readonly channel: string | undefined;
  readonly hint: string;
}

/** The last key of each connection: most connections send the same key again. */
const lastKeys = new WeakMap<Socket, SentKey>();

function sentKeyOf(request: IncomingMessage): SentKey {
  const { authorization, 'sec-websocket-protocol': protocols } = request.headers;
  const isUsual = authorization !== undefined && protocols === undefined;
  const last = isUsual ? lastKeys.get(request.socket) : undefined;
  if (last && last.authorization === authorization) return last;
  const text = readKey(request);
  const [key = '', channel] = text.split('-');
  const hint = `sk-${key.slice(0, 3)}***${key.slice(-3)}`;
  const sent = { authorization, text, key, channel, hint };
  if (isUsual && bareKey(authorization) !== '') lastKeys.set(request.socket, sent);
  return sent;
}

function bareKey(authorization: string): string {
  return authorization.replace(/^(?:Bearer(?:\s+|$))?(?:midjourney-proxy$)?/i, '');
}

/** Reads the key, without `Bearer` and `sk-`, from any place that a vendor's client uses. */
function readKey({ headers, url = '' }: IncomingMessage): string {
  const sent =
    protocolKey(headers['sec-websocket-protocol']) ||
    bareKey(headers.authorization ?? '') ||
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
  if (!CHANNEL.test(text)) throw new RelayError(400, 'channel_unknown', { id: text.slice(0, 20) });
  return Number(text);
}
