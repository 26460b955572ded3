import type { ChannelTypeFacts } from '@tollgate/contract';
import type { Db } from '../../db/schema.ts';
import type { RouteChannel } from '../../modules/channels/routing/routing.ts';
import type { Platform } from '../../modules/usage/repository/pending-tasks.ts';

/** A task that a provider runs asynchronously for a caller. */
export interface TaskOrder {
  readonly platform: Platform;
  /** IMAGINE, MUSIC. */
  readonly action: string;
  /** The priced model: `mj_imagine`. */
  readonly model: string;
  /** The model name in channels. */
  readonly routedAs: string;
  /** The texts to check for forbidden words. */
  readonly words: string;
  /** The kind of service that its channels need. */
  readonly serves: ChannelTypeFacts['serves'];
  /** The channel of the earlier task that this one continues. */
  readonly channelId: number | undefined;
  readonly free: boolean;
  /** HTTP statuses of the console API: a provider refused, the money does not suffice. */
  readonly statuses: { readonly refused: number; readonly poor: number };
  request(channel: RouteChannel): { url: string; headers: Record<string, string>; body: string };
  /** @throws {UpstreamError} for an invalid response */
  read(json: Record<string, unknown>): SubmitResult;
  /** Inserts the row before anything is sent. Returns its id. */
  insert(tx: Db): Promise<number>;
  /** Records the provider's response. */
  write(tx: Db, rowId: number, accepted: AcceptedOrder): Promise<void>;
  drop(tx: Db, rowId: number): Promise<void>;
}

/** An order at the channel that accepted it. */
export interface AcceptedOrder {
  readonly result: SubmitResult;
  readonly channelId: number;
  /** The charge. */
  readonly quota: number;
}

/** A provider's response to an order. */
export interface SubmitResult {
  readonly accepted: boolean;
  /** No update will follow: the task failed at once, or is complete. */
  readonly ended: boolean;
  readonly charged: boolean;
  /**
   * The provider cannot accept it now, but another channel may. `accountGone`: it cannot accept any order.
   */
  readonly elsewhere?: { readonly reason: string; readonly accountGone: boolean };
  /** The provider's task id; empty when it accepted none. */
  readonly name: string;
  /** The unchanged response. */
  readonly json: Record<string, unknown>;
  /** For the caller. */
  readonly reply: Record<string, unknown>;
}
