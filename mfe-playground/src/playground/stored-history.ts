import type { AreaContext } from '@tollgate/console-sdk';
import { type ChatMessage, makeMessage } from './chat-message.ts';

/** A conversation of earlier, kept in this browser. Its pictures are not kept. */
export interface StoredChat {
  id: string;
  /** The beginning of the first message. */
  title: string;
  model: string;
  /** Seconds since 1970. */
  at: number;
  /** Earlier versions did not store the models of replies. */
  messages: { role: 'user' | 'assistant'; content: string; model?: string }[];
}

const MAX_CHATS = 20;
/** Browsers give a site about five million characters for everything. */
const MAX_CHARACTERS = 400_000;
const KEY = 'history';

/** Newest first. Ignores what cannot be read. */
export function readHistory(storage: AreaContext['storage']): StoredChat[] {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isChat) : [];
  } catch {
    return [];
  }
}

/** Stores a conversation as the newest one. The oldest ones go when there are too many. */
export function rememberChat(
  storage: AreaContext['storage'],
  { id, model, messages, at }: { id: string; model: string; messages: readonly ChatMessage[]; at: number },
): void {
  const kept = messages.flatMap(({ role, content, status, model: own }) =>
    role !== 'system' && status === 'complete' && content !== ''
      ? [{ role, content, ...(own && { model: own }) }]
      : [],
  );
  const first = kept.find(({ role }) => role === 'user');
  if (!first) return;
  const chat = { id, model, at, title: first.content.slice(0, 80), messages: kept };
  write(storage, [chat, ...readHistory(storage).filter((other) => other.id !== id)]);
}

/** Without an id all. */
export function forgetChats(storage: AreaContext['storage'], id?: string): void {
  write(storage, id === undefined ? [] : readHistory(storage).filter((chat) => chat.id !== id));
}

export function messagesOf({ messages }: StoredChat): ChatMessage[] {
  return messages.map(({ role, content, model }) => ({
    ...makeMessage(role, content, 'complete'),
    ...(typeof model === 'string' && { model }),
  }));
}

function write(storage: AreaContext['storage'], chats: readonly StoredChat[]): void {
  const kept: StoredChat[] = [];
  let characters = 0;
  for (const chat of chats.slice(0, MAX_CHATS)) {
    characters += JSON.stringify(chat).length;
    if (characters > MAX_CHARACTERS) break;
    kept.push(chat);
  }
  if (kept.length === 0) storage.remove(KEY);
  else storage.set(KEY, JSON.stringify(kept));
}

function isChat(value: unknown): value is StoredChat {
  const chat = value as StoredChat | null;
  return (
    typeof chat?.id === 'string' &&
    typeof chat.title === 'string' &&
    typeof chat.model === 'string' &&
    typeof chat.at === 'number' &&
    Array.isArray(chat.messages) &&
    chat.messages.every(
      ({ role, content }) => (role === 'user' || role === 'assistant') && typeof content === 'string',
    )
  );
}
