import * as storedChats from '../../modules/channels/repository/stored-chats.ts';
import type { RelayContext } from '../context.ts';
import { invalid } from '../dialects/read-request.ts';
import { RelayError } from '../errors.ts';
import type { Exchange } from '../exchange.ts';
import { parseObject } from '../request/parse-object.ts';
import { hashOf } from '../routing/reference-store.ts';
import { authenticate } from '../steps/authenticate.ts';
import { askStored } from './ask-stored.ts';
import { findForbidden } from './forbidden-words.ts';
import { findStorage } from './storage.ts';

type Chat = Readonly<Record<string, unknown>>;

const DEFAULT_LIMIT = 20;
const MOST = 100;
/** Chats that are requested at once. */
const PAGE = 20;
/** Filters that match few chats end the search: the caller goes on behind the last one. */
const MOST_PAGES = 25;

/**
 * `GET /v1/chat/completions`: the stored chats of a user. A provider would list those of its whole account, so each
 * is read by its id: https://platform.openai.com/docs/api-reference/chat/list
 */
export async function listStoredChats(ctx: RelayContext, exchange: Exchange): Promise<string> {
  const { owner } = await authenticate(ctx, exchange);
  const { userId } = owner;
  const wanted = readQuery(exchange);
  const { isDescending, limit } = wanted;
  let after = await findStart(ctx, userId, wanted.after);
  const data: Chat[] = [];
  let hasMore = true;
  for (let page = 0; page < MOST_PAGES && hasMore && data.length <= limit; page += 1) {
    const rows = await storedChats.list(ctx.db, { userId, after, isDescending, limit: PAGE });
    const chats = await Promise.all(rows.map(({ chatId }) => readChat(ctx, userId, chatId)));
    data.push(...chats.filter((chat) => chat !== undefined).filter((chat) => matches(chat, wanted)));
    hasMore = rows.length === PAGE;
    after = rows.at(-1)?.id ?? after;
  }
  const shown = data.slice(0, limit);
  return JSON.stringify({
    object: 'list',
    data: shown,
    first_id: shown[0]?.id ?? null,
    last_id: shown.at(-1)?.id ?? null,
    has_more: data.length > limit,
  });
}

interface Wanted {
  readonly after: string;
  readonly limit: number;
  readonly isDescending: boolean;
  readonly model: string | null;
  readonly metadata: readonly (readonly [key: string, value: string])[];
}

function readQuery({ request: { url = '' } }: Exchange): Wanted {
  const sent = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  const limit = Number(sent.get('limit') ?? DEFAULT_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw invalid('limit', 'between', { least: 1, most: MOST });
  return {
    limit,
    after: sent.get('after') ?? '',
    isDescending: sent.get('order') === 'desc',
    model: sent.get('model'),
    metadata: [...sent].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1];
      return key === undefined ? [] : [[key, value] as const];
    }),
  };
}

/** @throws {RelayError} 404 for a chat that is not there */
async function findStart(ctx: RelayContext, userId: number, after: string): Promise<number> {
  if (after === '') return 0;
  const row = await storedChats.find(ctx.db, hashOf(userId, after));
  if (row === undefined) throw new RelayError(404, 'stored_unknown', { id: after.slice(0, 100) });
  return row;
}

/** Returns undefined for a chat that its provider no longer has, or that cannot be read now. */
async function readChat(ctx: RelayContext, userId: number, id: string): Promise<Chat | undefined> {
  const owner = await ctx.affinity.findOwner(userId, id);
  const storage = owner && (await findStorage(ctx, owner, 'openai-chat'));
  if (!storage) return undefined;
  const call = { id, method: 'GET' as const, action: '', query: '', stream: false };
  const answer = await askStored(ctx, storage, call).catch(() => undefined);
  const isFound = answer?.kind === 'whole' && answer.status === 200;
  const chat = isFound ? parseObject(answer.body) : undefined;
  return chat && !findForbidden(ctx, chat, storage.operation) ? chat : undefined;
}

function matches(chat: Chat, { model, metadata }: Wanted): boolean {
  if (model !== null && chat.model !== model) return false;
  const own = (chat.metadata ?? {}) as Readonly<Record<string, unknown>>;
  return metadata.every(([key, value]) => own[key] === value);
}
