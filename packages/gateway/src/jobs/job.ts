import type { Context } from '../core/context.ts';

/** Work that is repeated at an interval. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  run(ctx: Context): Promise<unknown>;
}
