import { readStored, writeStored } from '../../storage.ts';

const seenKey = 'notice-seen';

/** Returns whether this text was already shown here. */
export function isNoticeSeen(text: string): boolean {
  return readStored(seenKey) === fingerprint(text);
}

export function rememberNotice(text: string): void {
  writeStored(seenKey, fingerprint(text));
}

/** Hashes a text of any length to a few letters. FNV-1a, 32 bits, with the length. */
function fingerprint(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index++)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93) >>> 0;
  return `${text.length.toString(36)}-${hash.toString(36)}`;
}
