import { readStored } from '../../storage.ts';

/** Names of the locally stored chats, `[{ "name": "https://…" }]`. Undefined when the stored value is unreadable. */
export function readChats(): string[] | undefined {
  try {
    const stored: unknown = JSON.parse(readStored('chats') ?? '[]');
    if (!Array.isArray(stored) || !stored.every(isRecord)) return undefined;
    return stored.map((chat) => Object.keys(chat)[0] ?? '');
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
