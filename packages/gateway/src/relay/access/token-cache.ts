import type { Context } from '../../core/context.ts';
import { parseText } from '../../core/parse-text.ts';
import { adoptKey, foreignHash } from '../../modules/tokens/foreign-keys.ts';
import { readAllowedAddresses } from '../../modules/tokens/key-state.ts';
import { findByHash as findRow, type TokenRow } from '../../modules/tokens/repository/relay-tokens.ts';
import type { AddressList } from '../../net/address-list.ts';
import { RecentMap } from '../routing/recent-map.ts';
import { createLookups } from './token-lookups.ts';

/** The owner of a key and its permissions, prepared for use on every call. */
export interface TokenOwner {
  /** `null`: the user pays without a token, in the playground. */
  readonly tokenId: number | null;
  readonly tokenName: string;
  /** 1 enabled, 2 disabled, 3 expired, 4 exhausted. */
  readonly tokenStatus: number;
  /** Only the user's balance limits it. */
  readonly unlimited: boolean;
  /** Seconds since 1970, -1 never. */
  readonly expiresAt: number;
  readonly userId: number;
  readonly username: string;
  readonly role: number;
  readonly userStatus: number;
  readonly userGroup: string;
  /** Empty: the user's group. */
  readonly tokenGroup: string;
  /** `undefined`: every model. */
  readonly models: ReadonlySet<string> | undefined;
  /** `undefined`: any address. */
  readonly addresses: AddressList | undefined;
  /** Only its hash is stored. */
  readonly isKeyUnknown?: boolean;
  /** The user accepts models that have no price. */
  readonly acceptsUnset: boolean;
}

const MAX_OWNERS = 50_000;
const RECENT_KEYS = 10_000;
/** Keys have 48 characters. Longer texts could fill the memory. */
const MAX_KEY_LENGTH = 64;
const MAX_FOREIGN_LENGTH = 200;
/** Milliseconds until an unknown key is looked up again: another process may just have created it. */
const UNKNOWN_FOR_MS = 1000;

/**
 * Looks a key up once and caches its owner. After a change of a user or of their tokens, here or in another
 * process, only the keys of that user are looked up again. Calls with the same key share one running lookup.
 */
export function createTokenCache(ctx: Context) {
  const owners = new Map<string, TokenOwner>();
  const hashesOf = new Map<number, Set<string>>();
  const unknown = new Map<string, number>();
  const hashOf = createHasher(ctx);
  const counts = { hit: 0, miss: 0 };
  const lookups = createLookups({
    load: async (hash) => {
      const row = await findRow(ctx.db, hash);
      return row && toOwner(row);
    },
    remember,
  });

  function remember(hash: string, owner: TokenOwner | undefined): void {
    if (owners.size >= MAX_OWNERS) forgetOwners();
    if (unknown.size >= MAX_OWNERS) unknown.clear();
    if (!owner) {
      unknown.set(hash, ctx.monotonicNow() + UNKNOWN_FOR_MS);
      return;
    }
    owners.set(hash, owner);
    const hashes = hashesOf.get(owner.userId) ?? new Set();
    hashesOf.set(owner.userId, hashes.add(hash));
  }

  function forgetOwners(): void {
    owners.clear();
    hashesOf.clear();
  }

  function forget(userId: number | undefined): void {
    lookups.invalidate(userId);
    unknown.clear(); // One of these keys may be new.
    if (userId === undefined) {
      forgetOwners();
      return;
    }
    for (const hash of hashesOf.get(userId) ?? []) owners.delete(hash);
    hashesOf.delete(userId);
  }
  ctx.revisions.on('tokens', forget);
  ctx.revisions.on('users', forget);

  function findByHash(hash: string): TokenOwner | undefined | Promise<TokenOwner | undefined> {
    const owner = owners.get(hash);
    if (owner) {
      counts.hit += 1;
      return owner;
    }
    counts.miss += 1;
    if ((unknown.get(hash) ?? 0) > ctx.monotonicNow()) return undefined;
    return lookups.find(hash);
  }

  return {
    /** Look-ups since the start. */
    counts: counts as Readonly<typeof counts>,
    /** `key` without `sk-`. Returns without a promise when the key is cached. */
    find: (key: string) => findByHash(hashOf(key)),
    /** A key that was imported by the hash of its whole text, of which `text` is all but `sk-`. */
    async findForeign(text: string): Promise<TokenOwner | undefined> {
      const owner = text.length > MAX_FOREIGN_LENGTH ? undefined : await findByHash(foreignHash(ctx, text));
      if (owner?.isKeyUnknown) keepKey(ctx, owner.userId, text);
      return owner;
    },
  };
}

/** Hashes a key once: the same ones are sent again. */
function createHasher({ secrets }: Pick<Context, 'secrets'>): (key: string) => string {
  const recentHashes = new RecentMap<string>(RECENT_KEYS);
  return (key) => {
    const recent = recentHashes.get(key);
    if (recent !== undefined) return recent;
    const hash = secrets.hash(key);
    if (key.length <= MAX_KEY_LENGTH) recentHashes.set(key, hash);
    return hash;
  };
}

/** Once is enough; until it is done, every call does it again. */
function keepKey(ctx: Context, userId: number, text: string): void {
  adoptKey(ctx, userId, text).catch((err: unknown) =>
    ctx.log.warn({ err }, 'an imported key was not stored: its next use tries again'),
  );
}

function toOwner({ limitsModels, models, allowIps, setting, unlimited, key, ...row }: TokenRow): TokenOwner {
  return {
    ...row,
    unlimited: unlimited === 1,
    models: limitsModels === 1 ? new Set(split(models)) : undefined,
    addresses: readAllowedAddresses(allowIps),
    acceptsUnset: acceptsUnset(setting),
    isKeyUnknown: key === '',
  };
}

function split(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}

/** @param setting of the user, as JSON */
export function acceptsUnset(setting: string | null): boolean {
  try {
    return (parseText(setting || '{}') as Record<string, unknown>).accept_unset_model_ratio_model === true;
  } catch {
    return false;
  }
}
