import type { Context } from '../core/context.ts';

/** Work that comes back by itself. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(ctx: Context): Promise<unknown>;
}
