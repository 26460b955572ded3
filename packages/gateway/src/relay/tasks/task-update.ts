import type { Db } from '../../db/schema.ts';
import type { RouteChannel } from '../../modules/channels/routing/route-channel.ts';
import type { Platform } from '../../modules/usage/repository/pending-tasks.ts';

/** The current state of a task. */
export interface TaskUpdate {
  readonly state: 'working' | 'succeeded' | 'failed';
  /** Why it failed, or empty. */
  readonly reason: string;
  /** Columns that changed, for the platform's own table. */
  readonly changes: Readonly<Record<string, unknown>>;
}

/** A pending row of either table. */
export interface PendingTask {
  readonly rowId: number;
  /** The provider's id; empty when the provider never sent one. */
  readonly name: string;
  readonly channelId: number;
  /** Milliseconds since 1970. */
  readonly submittedAt: number;
}

/** The poller's adapter for the providers of one platform. */
export interface TaskPlatform {
  readonly platform: Platform;
  /** Tasks that take longer have failed. */
  readonly limitMs: number;
  readonly lateReason: string;
  load(db: Db, rowIds: readonly number[]): Promise<PendingTask[]>;
  address(channel: RouteChannel): { url: string; headers: Record<string, string> };
  /** Reads the updates of a provider, by its task id. */
  read(answer: unknown): Map<string, TaskUpdate>;
  update(tx: Db, rowId: number, changes: Readonly<Record<string, unknown>>): Promise<void>;
  /** Columns of a completed task. `at` in milliseconds. */
  failed(reason: string, at: number): Readonly<Record<string, unknown>>;
  succeeded(at: number): Readonly<Record<string, unknown>>;
  /** For the log of the user who gets the money back. */
  refundText(name: string, amount: string): string;
}
