import type { listTokens, Output, Parsed, pageTokens, searchTokens, Token } from '@tollgate/contract';
import type { CallContext } from '../../core/context.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { cursorAfter, pageFrom0, pageFrom1, rowOf, type Window } from '../shared/page.ts';
import * as tokens from './repository/tokens.ts';
import { toTokens } from './token-view.ts';

export async function list(
  ctx: CallContext,
  { p, size, page_size }: Parsed<typeof listTokens>,
): Promise<Token[]> {
  const window = pageFrom0(p, size ?? page_size);
  return toTokens(ctx, await tokens.listOwn(ctx.db, callerOf(ctx).id, {}, window));
}

export async function page(
  ctx: CallContext,
  input: Parsed<typeof pageTokens>,
): Promise<Output<typeof pageTokens>> {
  const { page, page_size, window } = pageFrom1(input.p, input.page_size);
  const before = rowOf(input.cursor);
  const filter = { keyword: input.keyword, status: input.status, now: nowSeconds(ctx), before };
  const from = before === undefined ? window : { ...window, offset: 0 };
  const { items, total } = await read(ctx, filter, input.token, from);
  return { items, total, page, page_size, next_cursor: cursorAfter(items, page_size) };
}

export async function search(
  ctx: CallContext,
  { keyword, token }: Parsed<typeof searchTokens>,
): Promise<Token[]> {
  return (await read(ctx, { keyword }, token, { offset: 0, limit: SEARCH_LIMIT })).items;
}

/** Keys are sealed, so a search for a part of one reads all the caller's own tokens. */
async function read(ctx: CallContext, filter: tokens.TokenFilter, keyPart: string, window: Window) {
  const { id } = callerOf(ctx);
  const part = keyPart.replace(/^[sk-]+|[sk-]+$/g, '');
  if (part === '') {
    const rows = await tokens.listOwn(ctx.db, id, filter, window);
    const total = filter.before === undefined ? await tokens.countOwn(ctx.db, id, filter) : NOT_COUNTED;
    return { items: await toTokens(ctx, rows), total };
  }
  const rows = await tokens.listOwn(ctx.db, id, filter, { offset: 0, limit: SEARCH_LIMIT });
  const found = (await toTokens(ctx, rows)).filter(({ key }) => key.includes(part));
  const total = filter.before === undefined ? found.length : NOT_COUNTED;
  return { items: found.slice(window.offset, window.offset + window.limit), total };
}

const SEARCH_LIMIT = 10_000;
/** After a cursor only the page itself is read. */
const NOT_COUNTED = -1;
