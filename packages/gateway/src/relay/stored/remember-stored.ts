import * as storedChats from '../../modules/channels/repository/stored-chats.ts';
import { nowSeconds } from '../../modules/shared/caller.ts';
import type { DialectCall } from '../call.ts';
import type { RelayContext } from '../context.ts';
import type { RelayRequest } from '../dialects/dialect.ts';
import { findItems, findReferences, findRequestItems, findRequestReferences } from '../providers/provider.ts';
import { ownerOf } from '../routing/affinity.ts';
import { hashOf, LIFE_SECONDS } from '../routing/reference-store.ts';
import type { Answer } from '../streaming/answer.ts';
import type { MadeIds } from '../streaming/readers/reader.ts';
import { readFirstIdentity } from '../streaming/stream-identity.ts';

/** What an answer says of itself. */
interface Forwarded extends MadeIds {
  /** The id of a stream, if it has one. */
  readonly streamId?: string | undefined;
}

/** Reads the id of a stored chat from its stream, before the stream passes. */
export function findStreamId({ content }: Answer, { json }: RelayRequest): string | undefined {
  return content.kind === 'stream' && json.store === true
    ? readFirstIdentity(content.stream.peek()).id
    : undefined;
}

/**
 * Remembers for whom a provider stores an answer, so that no other user can read it or refer to it. What the request
 * already referred to was made before, maybe outside of this product. A chat is also listed. The caller
 * may read it as soon as the call has ended.
 */
export function rememberStored(
  ctx: RelayContext,
  { caller, relayRequest, dialect }: DialectCall,
  answer: Answer,
  { references = [], items = [], streamId }: Forwarded,
): Promise<void> | undefined {
  const { content, prepared } = answer;
  if (!prepared.native) return undefined;
  const { userId } = caller.owner;
  const isStoredChat = dialect.id === 'openai-chat' && relayRequest.json.store === true;
  if (!isStoredChat && !keepsAnswers.has(dialect.id)) return undefined;
  const owner = ownerOf(ctx, answer);
  if (!isStoredChat) {
    const isWhole = content.kind === 'whole';
    const { json } = relayRequest;
    const named = isWhole ? findReferences(content.json) : references;
    ctx.affinity.rememberMade(userId, without(named, findRequestReferences(json)), owner);
    const pieces = isWhole ? findItems(content.json) : items;
    if (pieces.length > 0) ctx.affinity.rememberItems(userId, without(pieces, findRequestItems(json)), owner);
    return undefined;
  }
  const id = content.kind === 'whole' ? content.json.id : streamId;
  if (typeof id !== 'string' || id === '') return undefined;
  ctx.affinity.rememberMade(userId, [id], owner);
  const expiresAt = nowSeconds(ctx) + LIFE_SECONDS;
  return storedChats
    .save(ctx.db, { idHash: hashOf(userId, id), userId, chatId: id, expiresAt })
    .catch((err: unknown) => ctx.log.warn({ err }, 'a stored chat will not be listed'));
}

/** The dialects whose answers name what the provider keeps for later calls. */
const keepsAnswers: ReadonlySet<string> = new Set([
  ...['openai-responses', 'responses/compact', 'anthropic-messages'],
]);

function without(ids: readonly string[], referred: readonly string[]): string[] {
  return ids.filter((id) => !referred.includes(id));
}
