import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { Secrets } from '../core/context.ts';

/**
 * Seals texts with AES-256-GCM as `v1.<key id>.<iv>.<ciphertext and tag>`. Each table has a key of its own, derived from
 * the master key; the place of the value is authenticated with it. `masterKey` has 32 bytes.
 */
export function createSecrets(masterKey: Uint8Array): Secrets {
  const keyId = createHash('sha256').update('tollgate key id').update(masterKey).digest('hex').slice(0, 8);
  const keys = new Map<string, Buffer>();

  function keyFor(where: string): Buffer {
    return derived(`seal:${where.slice(0, where.indexOf(':'))}`);
  }

  function derived(purpose: string): Buffer {
    const known = keys.get(purpose);
    if (known) return known;
    const key = Buffer.from(hkdfSync('sha256', masterKey, 'tollgate', purpose, 32));
    keys.set(purpose, key);
    return key;
  }

  return {
    seal(text, where) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyFor(where), iv).setAAD(Buffer.from(where));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return ['v1', keyId, iv.toString('base64url'), sealed.toString('base64url')].join('.');
    },

    open(sealed, where) {
      const [version, sealedWith, iv, body] = sealed.split('.');
      if (version !== 'v1' || !iv || !body) throw new Error('this is not a sealed value');
      if (sealedWith !== keyId) throw new Error('the value was sealed with another master key');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', keyFor(where), Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(where)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },

    hash: sha256,

    keyedHash: (text, table) =>
      createHmac('sha256', derived(`hash:${table}`))
        .update(text)
        .digest('hex'),
  };
}

/**
 * Identifies a master key, in hex. It is a keyed hash: it says whether two keys are the same, and nothing else about
 * them.
 */
export function fingerprintOf(masterKey: Uint8Array): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'tollgate', 'fingerprint', 32));
  return createHmac('sha256', key).update('tollgate master key').digest('hex');
}

/** `undefined` for what nobody can open: a damaged row, or one that another master key sealed. */
export function tryOpen(secrets: Secrets, sealed: string, where: string): string | undefined {
  try {
    return secrets.open(sealed, where);
  } catch {
    return undefined;
  }
}

export function sha256(text: string): string {
  return hash('sha256', text);
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
