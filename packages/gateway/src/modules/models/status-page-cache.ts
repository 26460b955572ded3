import type { StatusPage } from '@tollgate/contract';
import type { Context } from '../../core/context.ts';

/** Anybody may ask, so the work is done once in this time, however many ask. */
const FRESH_MS = 30_000;

interface Kept {
  readonly madeAt: number;
  readonly page: Promise<StatusPage>;
}

/** By what all contexts of one gateway share. */
const pages = new WeakMap<Context['options'], Kept>();

/** Returns the page as it was made lately, or makes it. A page that could not be made is not kept. */
export function keepStatusPage(ctx: Context, make: () => Promise<StatusPage>): Promise<StatusPage> {
  const known = pages.get(ctx.options);
  if (known && Math.abs(ctx.now() - known.madeAt) < FRESH_MS) return known.page;
  const kept = { madeAt: ctx.now(), page: make() };
  pages.set(ctx.options, kept);
  kept.page.catch(() => {
    if (pages.get(ctx.options) === kept) pages.delete(ctx.options);
  });
  return kept.page;
}

/** After a change. Other gateways show it when their page is no longer fresh. */
export function forgetStatusPage(ctx: Context): void {
  pages.delete(ctx.options);
}
