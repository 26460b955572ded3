import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../core/context.ts';
import {
  findFirst,
  findItems,
  type ItemOwner,
  type OwnedReference,
  type ReferenceOwner,
  save,
} from '../../modules/channels/repository/upstream-references.ts';
import { nowSeconds } from '../../modules/shared/caller.ts';
import { isStoredId } from '../providers/provider.ts';
import { RecentMap } from './recent-map.ts';

/** Providers keep stored responses and containers for a month at most. */
export const LIFE_SECONDS = 30 * 24 * 3600;
/** Another gateway has saved what it made by then. */
const SAVE_MS = 50;
const RETRY_MS = 2000;
/** Pauses before each look in the database: a busy one takes longer to save. */
const LOOK_PAUSES_MS = [0, 100, 300, 800];
const MOST_PENDING = 20_000;
const MOST_RECENT = 10_000;
/** Items of one query. */
const MOST_ITEMS = 500;

/** The channel that serves a reference. `others`: the gateway saw somebody else's call make it. */
export type FoundReference = ReferenceOwner | 'others' | undefined;

/** What serves the items that a request refers to. `othersId` was made for somebody else. */
export interface ServedItems {
  readonly owner?: ReferenceOwner | undefined;
  readonly othersId?: string | undefined;
}

/**
 * Remembers which channel made what later calls refer to, for all gateways and across restarts. Saves in batches
 * after the calls: none of them waits for it.
 */
export class ReferenceStore {
  readonly #ctx: Pick<Context, 'db' | 'log' | 'now'>;
  #pending = new Map<string, OwnedReference>();
  readonly #recent = new RecentMap<ReferenceOwner>(MOST_RECENT);
  readonly #items = new RecentMap<ItemOwner>(MOST_RECENT);
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;

  constructor(ctx: Pick<Context, 'db' | 'log' | 'now'>) {
    this.#ctx = ctx;
  }

  /** The channel of something that a call of this user saw. */
  remember(userId: number, id: string, owner: ReferenceOwner): void {
    this.#remember(hashOf(userId, id), owner);
  }

  /** What was made for this user, who may read it. Calls of other users cannot refer to its id from now on. */
  rememberMade(userId: number, id: string, owner: ReferenceOwner): void {
    // The user's own row is saved first: without it the mark would shut them out.
    this.#remember(hashOf(userId, id), owner);
    if (isStoredId(id)) this.#remember(madeHashOf(id), owner);
  }

  /** What a call of this user referred to with success. Somebody else may have made it. */
  rememberReferred(userId: number, id: string, owner: ReferenceOwner): void {
    this.#remember(referredHashOf(userId, id), owner);
  }

  /** An item or a file that was made for this user. One row, because there are several in each answer. */
  rememberItem(userId: number, id: string, { channelId, keyHash }: ReferenceOwner): void {
    const idHash = itemHashOf(id);
    const item = { channelId, keyHash, userId };
    this.#items.set(idHash, item);
    this.#keep(idHash, item);
  }

  #remember(idHash: string, owner: ReferenceOwner): void {
    const known = this.#recent.get(idHash);
    if (known?.channelId === owner.channelId && known.keyHash === owner.keyHash) return;
    this.#recent.set(idHash, owner);
    this.#keep(idHash, owner);
  }

  #keep(idHash: string, owner: ReferenceOwner | ItemOwner): void {
    if (this.#pending.size < MOST_PENDING)
      this.#pending.set(idHash, { idHash, ...owner, expiresAt: nowSeconds(this.#ctx) + LIFE_SECONDS });
    this.#schedule(SAVE_MS);
  }

  /** Returns who made something for this user. */
  find(userId: number, id: string): ReferenceOwner | Promise<ReferenceOwner | undefined> {
    const own = hashOf(userId, id);
    return this.#peek(own) ?? this.#read([own], LOOK_PAUSES_MS).then((found) => found?.owner);
  }

  /**
   * Returns who can serve a call that refers to something. Looks again for a moment where only one of several
   * channels can.
   */
  findServing(userId: number, id: string, hasChoice: boolean): FoundReference | Promise<FoundReference> {
    const own = hashOf(userId, id);
    const made = madeHashOf(id);
    const referred = referredHashOf(userId, id);
    const known = this.#peek(own);
    if (known) return known;
    if (!this.#peek(made)) {
      const before = this.#peek(referred);
      if (before) return before;
    }
    return this.#readServing([own, made, referred], hasChoice ? LOOK_PAUSES_MS : [0]);
  }

  /**
   * Returns who can serve a call that refers to items or files, and whether one of them is somebody else's. Those that
   * the gateway never saw belong to no user.
   */
  findItems(userId: number, ids: readonly string[]): ServedItems | Promise<ServedItems> {
    const items = ids.map((id) => [id, itemHashOf(id)] as const);
    const decide = (found?: ReadonlyMap<string, ItemOwner>): ServedItems => {
      let owner: ItemOwner | undefined;
      for (const [id, idHash] of items) {
        const item = this.#items.get(idHash) ?? found?.get(idHash);
        if (item && item.userId !== userId) return { othersId: id };
        owner = item ?? owner;
      }
      return { owner };
    };
    const missing = items.map(([, idHash]) => idHash).filter((idHash) => !this.#items.get(idHash));
    return missing.length > 0 ? this.#readItems(missing).then(decide) : decide();
  }

  async #readItems(idHashes: readonly string[]): Promise<ReadonlyMap<string, ItemOwner>> {
    const found = new Map<string, ItemOwner>();
    for (let from = 0; from < idHashes.length; from += MOST_ITEMS) {
      const some = idHashes.slice(from, from + MOST_ITEMS);
      const rows = await findItems(this.#ctx.db, some, nowSeconds(this.#ctx)).catch(this.#warn);
      for (const [idHash, item] of rows ?? []) found.set(idHash, item);
    }
    for (const [idHash, item] of found) this.#items.set(idHash, item);
    return found;
  }

  async #readServing(
    idHashes: readonly [own: string, made: string, referred: string],
    pauses: readonly number[],
  ): Promise<FoundReference> {
    const [, made] = idHashes;
    const found = await this.#read(idHashes, pauses);
    return (found?.idHash ?? (this.#peek(made) && made)) === made ? 'others' : found?.owner;
  }

  #peek(idHash: string): ReferenceOwner | undefined {
    return this.#recent.get(idHash) ?? this.#pending.get(idHash);
  }

  /** Saves everything. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    await this.#save();
    clearTimeout(this.#timer);
  }

  /** Looks in the database for what this gateway has not seen. */
  async #read(idHashes: readonly string[], pauses: readonly number[]) {
    for (const pause of pauses) {
      if (pause > 0) await sleep(pause);
      const found = await findFirst(this.#ctx.db, idHashes, nowSeconds(this.#ctx)).catch(this.#warn);
      if (!found) continue;
      const { idHash, ...owner } = found;
      this.#recent.set(idHash, owner);
      return { idHash, owner };
    }
    return undefined;
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#saving ??= this.#save().then((isSaved) => {
        this.#saving = undefined;
        // What came meanwhile must not wait as long as what failed: other gateways look for about a second.
        if (this.#pending.size > 0) this.#schedule(isSaved ? 0 : RETRY_MS);
      });
    }, ms).unref();
  }

  /** Returns whether the database took everything. */
  async #save(): Promise<boolean> {
    const references = this.#pending;
    if (references.size === 0) return true;
    this.#pending = new Map();
    try {
      await save(this.#ctx.db, [...references.values()]);
      return true;
    } catch (error) {
      this.#warn(error);
      for (const [idHash, reference] of references)
        if (!this.#pending.has(idHash)) this.#pending.set(idHash, reference);
      return false;
    }
  }

  readonly #warn = (error: unknown): undefined => {
    this.#ctx.log.warn({ err: error }, 'the channels of references are not available');
  };
}

/** Users cannot refer to what others made: the hash has both. */
export function hashOf(userId: number, id: string): string {
  return hash('sha256', `${userId}:${id}`, 'base64url');
}

/** The same for every user. Never the hash of `hashOf`: a user id has digits only. */
function madeHashOf(id: string): string {
  return hash('sha256', `made:${id}`, 'base64url');
}

/** Never the hash of something that was made: the user id has digits only. */
function referredHashOf(userId: number, id: string): string {
  return hash('sha256', `referred:${userId}:${id}`, 'base64url');
}

/** Never the hash of anything else. */
function itemHashOf(id: string): string {
  return hash('sha256', `item:${id}`, 'base64url');
}
