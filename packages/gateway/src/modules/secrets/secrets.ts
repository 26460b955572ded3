import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { HashPurpose, Secrets } from '../../core/context.ts';

/** Secrets of a gateway with one master key, or several during a rotation. */
export interface MasterSecrets extends Secrets {
  /** The fingerprints of all its keys: it opens values of each. */
  readonly fingerprints: readonly string[];
  /** The fingerprint of the key that seals new values. At first that of the first key. */
  readonly sealsWith: string;
  /** Chooses the key that seals new values. @throws for a key that it does not have */
  sealWith(fingerprint: string): void;
  /** Returns how values begin that this key sealed. It names the key and reveals nothing about it. */
  prefixOf(fingerprint: string): string;
  /** Returns the hash key that earlier versions derived from the sealing master key. */
  deriveHashKey(purpose: HashPurpose): Buffer;
  /** Uses these keys for hashes from now on. Others are derived from the first master key. */
  setHashKeys(keys: ReadonlyMap<HashPurpose, Uint8Array>): void;
}

export const hashPurposes: readonly HashPurpose[] = ['channels', 'codes', 'device', 'known_origins'];

/**
 * Creates secrets that seal texts with AES-256-GCM as `v1.<key id>.<iv>.<ciphertext and tag>`. Each table has
 * its own key, derived from the master key; the place of the value is authenticated with it. A master key has
 * 32 bytes.
 */
export function createSecrets(...masterKeys: readonly [Uint8Array, ...Uint8Array[]]): MasterSecrets {
  const keys = masterKeys.map((masterKey) => createSealingKey(masterKey));
  const byId = new Map(keys.map((key) => [key.id, key]));
  let sealing = keys[0] as SealingKey;
  let hashKeys: ReadonlyMap<HashPurpose, Uint8Array> = new Map();

  function find(fingerprint: string): SealingKey {
    const key = keys.find((each) => each.fingerprint === fingerprint);
    if (!key) throw new Error('this master key is not configured');
    return key;
  }

  return {
    fingerprints: keys.map(({ fingerprint }) => fingerprint),
    get sealsWith() {
      return sealing.fingerprint;
    },
    sealWith(fingerprint) {
      sealing = find(fingerprint);
    },
    prefixOf: (fingerprint) => `v1.${find(fingerprint).id}.`,
    deriveHashKey: (purpose) => sealing.derive(`hash:${purpose}`),
    setHashKeys(stored) {
      hashKeys = stored;
    },

    seal(text, where) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing.keyFor(where), iv).setAAD(Buffer.from(where));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return ['v1', sealing.id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
    },

    open(sealed, where) {
      const [version, sealedWith = '', iv, body] = sealed.split('.');
      if (version !== 'v1' || !iv || !body) throw new Error('this is not a sealed value');
      const key = byId.get(sealedWith);
      if (!key) throw new Error('the value was sealed with another master key');
      const bytes = Buffer.from(body, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key.keyFor(where), Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(where)).setAuthTag(bytes.subarray(-TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      );
    },

    hash: sha256,

    keyedHash: (text, purpose) =>
      createHmac('sha256', hashKeys.get(purpose) ?? (keys[0] as SealingKey).derive(`hash:${purpose}`))
        .update(text)
        .digest('hex'),
  };
}

interface SealingKey {
  readonly fingerprint: string;
  /** Part of every value that it sealed. */
  readonly id: string;
  derive(purpose: string): Buffer;
  keyFor(where: string): Buffer;
}

function createSealingKey(masterKey: Uint8Array): SealingKey {
  const derived = new Map<string, Buffer>();

  function derive(purpose: string): Buffer {
    const existing = derived.get(purpose);
    if (existing) return existing;
    const key = Buffer.from(hkdfSync('sha256', masterKey, 'tollgate', purpose, 32));
    derived.set(purpose, key);
    return key;
  }

  return {
    fingerprint: fingerprintOf(masterKey),
    id: createHash('sha256').update('tollgate key id').update(masterKey).digest('hex').slice(0, 8),
    derive,
    keyFor: (where) => derive(`seal:${where.slice(0, where.indexOf(':'))}`),
  };
}

/**
 * Identifies a master key, in hex. It is a keyed hash: it shows whether two keys are the same, and nothing
 * else.
 */
export function fingerprintOf(masterKey: Uint8Array): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'tollgate', 'fingerprint', 32));
  return createHmac('sha256', key).update('tollgate master key').digest('hex');
}

/** `undefined` for a value that cannot be opened: a damaged row, or one that another master key sealed. */
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
