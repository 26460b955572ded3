import type {
  AdminLogEntry,
  CursorPage,
  getLogStat,
  getOwnLogStat,
  LogEntry,
  LogStat,
  listLogs,
  listOwnLogs,
  listTokenLogs,
  Parsed,
  searchLogs,
  searchOwnLogs,
} from '@tollgate/contract';
import type { CallContext, Context } from '../../core/context.ts';
import { callerOf, nowSeconds } from '../shared/caller.ts';
import { pageFrom1 } from '../shared/page.ts';
import { findByKey } from '../tokens/token-usage.ts';
import { toFilter } from './log-search.ts';
import { toEntries, toOwnEntry } from './log-view.ts';
import * as queries from './repository/log-queries.ts';

export async function list(ctx: Context, input: Parsed<typeof listLogs>): Promise<CursorPage<AdminLogEntry>> {
  const { rows, ...page } = await readPage(ctx, await toFilter(ctx, input), input);
  return { ...page, items: await toEntries(ctx, rows) };
}

/**
 * Lists the caller's rows, without the operator's fields. Ids are the caller's own count, as the table's ids
 * would reveal the traffic of the whole site.
 */
export async function listOwn(
  ctx: CallContext,
  input: Parsed<typeof listOwnLogs>,
): Promise<CursorPage<LogEntry>> {
  const { type, token_name, model_name, start_timestamp, end_timestamp, group } = input;
  const userId = callerOf(ctx).id;
  const filter = { userId, type, token_name, model_name, start_timestamp, end_timestamp, group };
  const [request, counted] = splitCursor(input.cursor);
  const found = await toFilter(ctx, filter);
  const { rows, ...page } = await readPage(ctx, found, { ...input, cursor: request });
  const first = request ? counted : page.total - (page.page - 1) * page.page_size;
  const items = rows.map((row, index) => toOwnEntry(row, first - index));
  const next_cursor = page.next_cursor && `${page.next_cursor} ${first - rows.length}`;
  return { ...page, items, next_cursor };
}

export async function search(ctx: Context, { keyword }: Parsed<typeof searchLogs>): Promise<AdminLogEntry[]> {
  if (keyword === '') return [];
  return toEntries(
    ctx,
    await queries.search(ctx.logReader, { type: toType(keyword), prefix: keyword }, SEARCH_LIMIT),
  );
}

export async function searchOwn(
  ctx: CallContext,
  { keyword }: Parsed<typeof searchOwnLogs>,
): Promise<LogEntry[]> {
  const type = toType(keyword);
  if (type <= 0) return [];
  return newest(ctx, { userId: callerOf(ctx).id, type });
}

/** For programs that have only the key. @throws {AppError} those of `findByKey` */
export async function listOfToken(
  ctx: CallContext,
  { key }: Parsed<typeof listTokenLogs>,
): Promise<LogEntry[]> {
  const token = await findByKey(ctx, key);
  return newest(ctx, { userId: token.user_id, tokenId: token.id });
}

export async function stat(ctx: Context, input: Parsed<typeof getLogStat>): Promise<LogStat> {
  return queries.sum(ctx.logReader, await toFilter(ctx, input), nowSeconds(ctx) - 60);
}

export async function statOwn(ctx: CallContext, input: Parsed<typeof getOwnLogStat>): Promise<LogStat> {
  const filter = await toFilter(ctx, { ...input, userId: callerOf(ctx).id });
  return queries.sum(ctx.logReader, filter, nowSeconds(ctx) - 60);
}

interface LogPageQuery {
  p: number | undefined;
  page_size: number | undefined;
  cursor: string;
}

async function readPage({ logDb, logReader }: Context, filter: queries.LogFilter, query: LogPageQuery) {
  const { page, page_size, window } = pageFrom1(query.p, query.page_size);
  if (!query.cursor) {
    const [rows, total] = await Promise.all([
      queries.list(logReader, filter, window),
      queries.count(logReader, filter, logDb),
    ]);
    return { rows, total, page, page_size, next_cursor: cursorBehind(rows, page_size) };
  }
  const after = await queries.findPlace(logReader, query.cursor, filter.userId);
  // A row that was deleted was older than all remaining rows.
  const rows = after ? await queries.list(logReader, filter, { offset: 0, limit: page_size, after }) : [];
  return { rows, total: -1, page, page_size, next_cursor: cursorBehind(rows, page_size) };
}

/** The cursor is the id of a request: it names a row without revealing its number in the table. */
function cursorBehind(rows: readonly queries.LogRow[], page_size: number): string | null {
  return rows.length < page_size ? null : (rows.at(-1)?.request_id ?? null);
}

/** The cursor of a user also contains the user's own count. */
function splitCursor(cursor: string): [request: string, counted: number] {
  const [request = '', counted = ''] = cursor.split(' ');
  return [request, /^\d{1,15}$/.test(counted) ? Number(counted) : 0];
}

async function newest({ logReader }: Context, filter: queries.LogFilter): Promise<LogEntry[]> {
  const rows = await queries.list(logReader, filter, { offset: 0, limit: SEARCH_LIMIT });
  return rows.map((row, index) => toOwnEntry(row, rows.length - index));
}

function toType(keyword: string): number {
  return /^\d$/.test(keyword) ? Number(keyword) : -1;
}

const SEARCH_LIMIT = 100;
