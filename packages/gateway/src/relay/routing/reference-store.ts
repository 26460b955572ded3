import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../../core/context.ts';
import {
  findFirst,
  type OwnedReference,
  type ReferenceOwner,
  save,
} from '../../modules/channels/repository/upstream-references.ts';
import { nowSeconds } from '../../modules/shared/caller.ts';
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

/**
 * Remembers which channel made what later calls refer to, for all gateways and across restarts. Saves in batches
 * after the calls: none of them waits for it.
 */
export class ReferenceStore {
  readonly #ctx: Pick<Context, 'db' | 'log' | 'now'>;
  #pending = new Map<string, OwnedReference>();
  readonly #recent = new RecentMap<ReferenceOwner>(MOST_RECENT);
  #timer: NodeJS.Timeout | undefined;
  #saving: Promise<void> | undefined;

  constructor(ctx: Pick<Context, 'db' | 'log' | 'now'>) {
    this.#ctx = ctx;
  }

  /** What was made for this user, who may read it. */
  remember(userId: number, id: string, owner: ReferenceOwner): void {
    this.#remember(hashOf(userId, id), owner);
  }

  /** What a call of this user referred to with success. Somebody else may have made it. */
  rememberReferred(userId: number, id: string, owner: ReferenceOwner): void {
    this.#remember(referredHashOf(userId, id), owner);
  }

  #remember(idHash: string, owner: ReferenceOwner): void {
    const known = this.#recent.get(idHash);
    if (known?.channelId === owner.channelId && known.keyHash === owner.keyHash) return;
    this.#recent.set(idHash, owner);
    if (this.#pending.size < MOST_PENDING)
      this.#pending.set(idHash, { idHash, ...owner, expiresAt: nowSeconds(this.#ctx) + LIFE_SECONDS });
    this.#schedule(SAVE_MS);
  }

  /** Returns who made something for this user. */
  find(userId: number, id: string): ReferenceOwner | Promise<ReferenceOwner | undefined> {
    return this.#find([hashOf(userId, id)]);
  }

  /** Returns who can serve a call that refers to something. */
  findServing(userId: number, id: string): ReferenceOwner | Promise<ReferenceOwner | undefined> {
    return this.#find([hashOf(userId, id), referredHashOf(userId, id)]);
  }

  /** Looks in the database for what this gateway has not seen, and again for a moment. */
  #find(idHashes: readonly string[]): ReferenceOwner | Promise<ReferenceOwner | undefined> {
    for (const idHash of idHashes) {
      const recent = this.#recent.get(idHash);
      if (recent) return recent;
    }
    return this.#read(idHashes);
  }

  /** Saves everything. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#saving;
    await this.#save();
    clearTimeout(this.#timer);
  }

  async #read(idHashes: readonly string[]): Promise<ReferenceOwner | undefined> {
    for (const pause of LOOK_PAUSES_MS) {
      if (pause > 0) await sleep(pause);
      const found = await findFirst(this.#ctx.db, idHashes, nowSeconds(this.#ctx)).catch(this.#warn);
      if (!found) continue;
      const { idHash, ...owner } = found;
      this.#recent.set(idHash, owner);
      return owner;
    }
    return undefined;
  }

  #schedule(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#saving ??= this.#save().finally(() => {
        this.#saving = undefined;
        if (this.#pending.size > 0) this.#schedule(RETRY_MS);
      });
    }, ms).unref();
  }

  async #save(): Promise<void> {
    const references = this.#pending;
    if (references.size === 0) return;
    this.#pending = new Map();
    try {
      await save(this.#ctx.db, [...references.values()]);
    } catch (error) {
      this.#warn(error);
      for (const [idHash, reference] of references)
        if (!this.#pending.has(idHash)) this.#pending.set(idHash, reference);
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

/** Never the hash of something that was made: the user id has digits only. */
function referredHashOf(userId: number, id: string): string {
  return hash('sha256', `referred:${userId}:${id}`, 'base64url');
}
