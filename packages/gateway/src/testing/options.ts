import type { Context } from '../core/context.ts';
import { transact } from '../core/context.ts';
import { upsert } from '../db/portable.ts';
import { writeBookOption } from '../modules/models/book/book-options.ts';
import { isBookKey } from '../modules/models/book/price-state.ts';

/** Stores an option without the checks of the console API. Outside of a transaction, call `ctx.options.reload()`. */
export async function setOption(ctx: Context, key: string, text: string): Promise<void> {
  if (!isBookKey(key)) return upsert(ctx.db, 'options', ['key'], { key, value: text });
  const write = ({ db }: Context) =>
    writeBookOption(db, key, text, { source: 'settings', now: Math.floor(ctx.now() / 1000) });
  await (ctx.db.isTransaction ? write(ctx) : transact(ctx, write));
}
