import type { RecentPlaces } from '../../cache/recent-places.ts';
import type { Context } from '../../core/context.ts';
import { hashKey } from '../../modules/channels/keys/channel-keys.ts';
import type { ReferenceOwner } from '../../modules/channels/repository/upstream-references.ts';
import type { Routes } from '../../modules/channels/routing/routing.ts';
import type { DialectCall } from '../call.ts';
import { RelayError } from '../errors.ts';
import { findReferences, findRequestItems, findRequestReferences } from '../providers/provider.ts';
import type { PreferredKey } from '../request/request.ts';
import { shownName } from '../routes/shown-name.ts';
import type { Answer } from '../streaming/answer.ts';
import { type Conversation, conversationOf, keyOf, pointOf } from './conversation-key.ts';
import { RecentChannels } from './recent-channels.ts';
import { ReferenceStore } from './reference-store.ts';

/** What made a call go to a channel. */
export type AffinityReason = 'reference' | 'conversation' | 'cache_key' | 'session';

/** Where a call should go. */
export interface Preference {
  readonly reason: AffinityReason;
  /** The channel; `undefined` chooses by `point`. */
  readonly channelId?: number;
  /** From 0 to 1: in place of a random number. */
  readonly point?: number;
  /** Only this channel can serve the call. */
  readonly isBinding?: boolean;
  readonly key?: PreferredKey;
}

/** The headers in which agents name their session. */
const SESSION_HEADERS = [
  'session_id',
  'session-id',
  'x-session-id',
  'x-claude-code-session-id',
  'x-session-affinity',
];

const MINUTE_MS = 60_000;
/** How long Anthropic keeps a cached prompt after its last use, and others at most. */
const SHORT_LIFE_MS = 5 * MINUTE_MS;
const LONG_LIFE_MS = 60 * MINUTE_MS;

type AffinityContext = Pick<Context, 'db' | 'log' | 'now' | 'secrets' | 'monotonicNow' | 'limits'>;

/**
 * Sends calls back to the channel that can serve them best: to the one that made what they refer to, else to the one
 * whose provider has their prompt in its cache.
 */
export class ChannelAffinity {
  readonly #ctx: AffinityContext;
  readonly #references: ReferenceStore;
  readonly #recent: RecentChannels;
  readonly #elsewhere: RecentPlaces;

  constructor(ctx: AffinityContext) {
    this.#ctx = ctx;
    this.#references = new ReferenceStore(ctx);
    this.#recent = new RecentChannels(ctx.monotonicNow);
    this.#elsewhere = ctx.limits.places();
  }

  close(): Promise<void> {
    return this.#references.close();
  }

  /**
   * Returns the affinity of a call; `undefined` when it has none, or no channel to choose.
   *
   * @throws {RelayError} 404 when the call refers to what somebody else's call made
   */
  find(call: DialectCall, routes: Routes): CallAffinity | undefined | Promise<CallAffinity | undefined> {
    const { caller, group, relayRequest, dialect } = call;
    if (!(dialect.translator || dialect.refersToEarlier)) return undefined;
    const ids = findRequestReferences(relayRequest.json);
    const items = findRequestItems(relayRequest.json);
    const tiers = caller.channelId === undefined ? routes.tiers(group, relayRequest.model) : [];
    const [only] = tiers;
    const isAlone = tiers.length === 1 && only?.members.length === 1;
    const hasChoice = only !== undefined && !(isAlone && only.members[0]?.channel.hasSeveralKeys() !== true);
    if (ids.length + items.length > 0) return this.#byReference(call, { ids, items }, hasChoice);
    if (!hasChoice) return undefined;
    return isAlone ? new CallAffinity(this.#ctx, this, { call, ids }) : this.#byCache(call, ids);
  }

  async #byReference(
    call: DialectCall,
    { ids, items }: Named,
    hasChoice: boolean,
  ): Promise<CallAffinity | undefined> {
    const { userId } = call.caller.owner;
    let owner: ReferenceOwner | undefined;
    for (const id of ids) {
      const found = this.#references.findServing(userId, id, hasChoice && !owner);
      const reference = found instanceof Promise ? await found : found;
      if (reference === 'others') throw unknownReference(call.relayRequest.json, id);
      owner ??= reference;
    }
    if (items.length > 0) {
      const found = this.#references.findItems(userId, items);
      const served = found instanceof Promise ? await found : found;
      if (served.othersId !== undefined) throw unknownReference(call.relayRequest.json, served.othersId);
      owner ??= served.owner;
    }
    if (!hasChoice) return undefined;
    if (!owner) return this.#byCache(call, ids);
    return new CallAffinity(this.#ctx, this, { call, ids, preference: this.#bindingTo(owner) });
  }

  #bindingTo({ channelId, keyHash }: ReferenceOwner): Preference {
    const matches = (key: string) => hashKey(this.#ctx, key) === keyHash;
    const key = keyHash === '' ? undefined : { channelId, matches };
    return { reason: 'reference', channelId, isBinding: true, ...(key && { key }) };
  }

  #byCache(call: DialectCall, ids: readonly string[]): CallAffinity | Promise<CallAffinity> {
    const scope = `${call.caller.owner.userId}\n${call.relayRequest.model}\n`;
    const conversation = conversationOf(call.relayRequest.json);
    const before = conversation?.before === undefined ? undefined : keyOf(scope + conversation.before);
    const named = namedKeys(call).map(
      ([reason, name]) => [reason, keyOf(`${scope}${reason} ${name}`)] as const,
    );
    const keys = { before, named, whole: conversation && keyOf(scope + conversation.whole) };
    const known: Candidates = before === undefined ? named : [['conversation', before], ...named];
    const recent = this.#recentOf(known);
    const decide = (found: Preference | 'busy' | undefined) => {
      const preference = found === 'busy' ? undefined : (found ?? firstPreference(keys, conversation, scope));
      return new CallAffinity(this.#ctx, this, { call, ids, preference, keys });
    };
    if (recent !== undefined || known.length === 0 || !this.#elsewhere.find) return decide(recent);
    return this.#findElsewhere(known).then(decide);
  }

  #recentOf(known: Candidates): Preference | 'busy' | undefined {
    for (const [reason, key] of known) {
      const recent = this.#recent.find(key);
      if (recent === 'busy') return 'busy';
      if (recent !== undefined) return { reason, channelId: recent };
    }
    return undefined;
  }

  /** The earlier turns may have been at another worker of this gateway. */
  async #findElsewhere(known: Candidates): Promise<Preference | undefined> {
    const found = await this.#elsewhere.find?.(known.map(([, key]) => key));
    const reason = known.find(([, key]) => key === found?.key)?.[0];
    return found && reason && { reason, channelId: found.channelId };
  }

  /** Returns the channel and the key that made something for a user. */
  async findOwner(userId: number, id: string): Promise<ReferenceOwner | undefined> {
    return this.#references.find(userId, id);
  }

  /** Remembers who made something that only its user may read, whether or not there was a choice. */
  rememberMade(userId: number, ids: readonly string[], owner: ReferenceOwner): void {
    for (const id of ids) this.#references.rememberMade(userId, id, owner);
  }

  /** The same for single items and files. */
  rememberItems(userId: number, ids: readonly string[], owner: ReferenceOwner): void {
    for (const id of ids) this.#references.rememberItem(userId, id, owner);
  }

  /** Called by the call when its answer ended. */
  remember({ userId, made, referred, owner, keys, lifeMs }: Remembered): void {
    for (const id of made) this.#references.remember(userId, id, owner);
    for (const id of referred) this.#references.rememberReferred(userId, id, owner);
    for (const key of keys) {
      this.#recent.remember(key, owner.channelId, lifeMs);
      this.#elsewhere.publish(key, owner.channelId, lifeMs);
    }
  }
}

/** What a request names: what was stored, and single items or files of it. */
interface Named {
  readonly ids: readonly string[];
  readonly items: readonly string[];
}

/** The earlier turns were at another gateway: all of them choose alike. */
function firstPreference(
  { before }: CacheKeys,
  conversation: Conversation | undefined,
  scope: string,
): Preference | undefined {
  if (before === undefined || !conversation) return undefined;
  return { reason: 'conversation', point: pointOf(scope + conversation.start) };
}

interface Remembered {
  readonly userId: number;
  /** The ids of what the answer made. */
  readonly made: readonly string[];
  /** The ids of the request that the gateway did not know, and a provider did. */
  readonly referred: readonly string[];
  readonly owner: ReferenceOwner;
  /** The keys of its prompt. */
  readonly keys: readonly number[];
  readonly lifeMs: number;
}

/** A call and the channel that it prefers. */
interface CallFacts {
  readonly call: DialectCall;
  readonly ids: readonly string[];
  readonly preference?: Preference | undefined;
  readonly keys?: CacheKeys | undefined;
}

type Candidates = readonly (readonly [AffinityReason, number])[];

interface CacheKeys {
  readonly before: number | undefined;
  readonly whole: number | undefined;
  readonly named: readonly (readonly [AffinityReason, number])[];
}

/** The affinity of one call. */
export class CallAffinity {
  readonly preference: Preference | undefined;
  /** The call refers to something that the gateway does not know. Then another channel may. */
  readonly isUnknownReference: boolean;
  readonly #ctx: Pick<Context, 'secrets'>;
  readonly #affinity: ChannelAffinity;
  readonly #facts: CallFacts;

  constructor(ctx: Pick<Context, 'secrets'>, affinity: ChannelAffinity, facts: CallFacts) {
    this.#ctx = ctx;
    this.#affinity = affinity;
    this.#facts = facts;
    this.preference = facts.preference;
    this.isUnknownReference = facts.ids.length > 0 && facts.preference?.isBinding !== true;
  }

  /** Remembers the channel of an answer, for the calls that follow. */
  remember(answer: Answer, ended: EndedAnswer): void {
    const { prepared, content } = answer;
    const { call, ids: referred, keys: known } = this.#facts;
    const { named = [], before, whole } = known ?? {};
    const made =
      content.kind === 'whole' && prepared.native ? findReferences(content.json) : (ended.references ?? []);
    const isShort = prepared.operation.native === 'anthropic-messages' && !ended.isCachedLong;
    const keys = [...named.map(([, key]) => key), ...[before, whole].filter((key) => key !== undefined)];
    this.#affinity.remember({
      userId: call.caller.owner.userId,
      made,
      referred: ended.isComplete && this.isUnknownReference ? referred : [],
      owner: ownerOf(this.#ctx, answer),
      keys,
      lifeMs: isShort ? SHORT_LIFE_MS : LONG_LIFE_MS,
    });
  }
}

/** The same words as for an id that never was. OpenAI's clients know its code for an earlier response. */
function unknownReference({ previous_response_id }: DialectCall['relayRequest']['json'], id: string) {
  const code = previous_response_id === id ? 'previous_response_not_found' : 'reference_unknown';
  return new RelayError(404, code, { id: shownName(id) });
}

/** Returns the channel of an answer, and its key when it has several. */
export function ownerOf(ctx: Pick<Context, 'secrets'>, { channel, prepared }: Answer): ReferenceOwner {
  const keyHash = channel.hasSeveralKeys() ? hashKey(ctx, prepared.target.key) : '';
  return { channelId: channel.id, keyHash };
}

interface EndedAnswer {
  readonly references?: readonly string[] | undefined;
  readonly isComplete: boolean;
  /** The provider keeps the prompt for an hour. */
  readonly isCachedLong: boolean;
}

function namedKeys({ exchange, relayRequest }: DialectCall): [AffinityReason, string][] {
  const keys: [AffinityReason, string][] = [];
  const { prompt_cache_key: cacheKey } = relayRequest.json;
  if (typeof cacheKey === 'string' && cacheKey !== '') keys.push(['cache_key', cacheKey]);
  const { headers } = exchange.request;
  for (const name of SESSION_HEADERS) {
    const session = headers[name];
    if (typeof session !== 'string' || session === '') continue;
    keys.push(['session', session]);
    break;
  }
  return keys;
}
