import type { Db } from '../../db/schema.ts';
import type { Platform } from '../../repositories/pending-tasks.ts';
import type { RouteChannel } from '../../services/routing.ts';

/** One piece of work that a caller wants from a provider, which does it in its own time. */
export interface TaskOrder {
  readonly platform: Platform;
  /** IMAGINE, MUSIC. */
  readonly action: string;
  /** What is priced: `mj_imagine`. */
  readonly model: string;
  /** The name that channels have it under. */
  readonly routedAs: string;
  /** The words that may hold forbidden ones. */
  readonly words: string;
  /** Types of channels that can be asked. */
  readonly channelTypes: ReadonlySet<number>;
  /** The work goes on with what this channel did before. */
  readonly channelId: number | undefined;
  readonly free: boolean;
  /** HTTP statuses of the wire: a provider refused, the money does not suffice. */
  readonly statuses: { readonly refused: number; readonly poor: number };
  request(channel: RouteChannel): { url: string; headers: Record<string, string>; body: string };
  /** @throws {UpstreamRefusal} when that is no answer at all */
  read(json: Record<string, unknown>): Verdict;
  /** Inserts the row before anything is sent. Answers its id. */
  insert(tx: Db): Promise<number>;
  /** Writes what the provider said. */
  write(tx: Db, rowId: number, verdict: Verdict, channelId: number, quota: number): Promise<void>;
  drop(tx: Db, rowId: number): Promise<void>;
}

/** What a provider said to an order. */
export interface Verdict {
  readonly accepted: boolean;
  /** Nothing more will come: it failed at once, or it is done already. */
  readonly ended: boolean;
  readonly charged: boolean;
  /** The provider cannot take it right now, another channel may. `accountGone`: it will not take any other either. */
  readonly elsewhere?: { readonly reason: string; readonly accountGone: boolean };
  /** The provider's id of the work; empty when it took none. */
  readonly name: string;
  /** As it came. */
  readonly json: Record<string, unknown>;
  /** For the caller. */
  readonly reply: Record<string, unknown>;
}
