import type { Db } from '../../db/schema.ts';
import type { Platform } from '../../repositories/pending-tasks.ts';
import type { RouteChannel } from '../../services/route-channel.ts';

/** Where a piece of work stands now. */
export interface News {
  readonly state: 'working' | 'succeeded' | 'failed';
  /** Why it failed, or empty. */
  readonly reason: string;
  /** Columns that changed, for the platform's own table. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** A row as the poller sees it, of whichever table. */
export interface Work {
  readonly rowId: number;
  /** The provider's id; empty when the provider never told one. */
  readonly name: string;
  readonly channelId: number;
  /** Milliseconds since 1970. */
  readonly submittedAt: number;
}

/** How the poller speaks to the providers of one platform. */
export interface Watched {
  readonly platform: Platform;
  /** Work that takes longer has failed. */
  readonly limitMs: number;
  readonly lateReason: string;
  load(db: Db, rowIds: readonly number[]): Promise<Work[]>;
  address(channel: RouteChannel): { url: string; headers: Record<string, string> };
  /** What a provider knows of its work, by its id. */
  read(answer: unknown): Map<string, News>;
  update(tx: Db, rowId: number, changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** Columns of work that is over. `at` in milliseconds. */
  failed(reason: string, at: number): Readonly<Record<string, unknown>>;
  succeeded(at: number): Readonly<Record<string, unknown>>;
  /** For the log of the user who gets the money back. */
  refundText(name: string, amount: string): string;
}
