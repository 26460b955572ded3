import { timingSafeEqual } from 'node:crypto';

const NONCE_BYTES = 24;
const TAG_BYTES = 16;
/** "expand 32-byte k" */
const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] as const;

/**
 * Opens what NaCl's `crypto_secretbox` sealed (XSalsa20 with Poly1305), with the nonce in front: Node has no such
 * cipher. Undefined for another key, and for bytes that are no box.
 */
export function openSecretBox(box: Uint8Array, key: Uint8Array): Buffer | undefined {
  if (box.length < NONCE_BYTES + TAG_BYTES || key.length !== 32) return undefined;
  const nonce = box.subarray(0, NONCE_BYTES);
  const tag = box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const sealed = box.subarray(NONCE_BYTES + TAG_BYTES);
  const subkey = deriveKey(key, nonce.subarray(0, 16));
  const stream = keyStream(subkey, nonce.subarray(16), sealed.length + 32);
  if (!timingSafeEqual(authenticate(sealed, stream.subarray(0, 32)), tag)) return undefined;
  return Buffer.from(sealed.map((byte, index) => byte ^ (stream[index + 32] as number)));
}

type Block = readonly number[];

function words(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, index) => view.getUint32(index * 4, true));
}

/** The 16 words that Salsa20 begins with: constants, key, nonce and counter. */
function blockOf(key: Block, input: Block): number[] {
  const [a, b, c, d] = CONSTANTS;
  return [a, ...key.slice(0, 4), b, ...input, c, ...key.slice(4, 8), d] as number[];
}

/** The quarters of a double round of Salsa20: columns, then rows. */
const quarters = [
  ...[
    [0, 4, 8, 12],
    [5, 9, 13, 1],
    [10, 14, 2, 6],
    [15, 3, 7, 11],
  ],
  ...[
    [0, 1, 2, 3],
    [5, 6, 7, 4],
    [10, 11, 8, 9],
    [15, 12, 13, 14],
  ],
] as const;

function rounds(block: Block): number[] {
  const x = [...block];
  const mix = (to: number, a: number, b: number, shift: number) => {
    const sum = ((x[a] as number) + (x[b] as number)) | 0;
    x[to] = (x[to] as number) ^ ((sum << shift) | (sum >>> (32 - shift)));
  };
  for (let round = 0; round < 10; round += 1)
    for (const [a, b, c, d] of quarters as readonly (readonly [number, number, number, number])[]) {
      mix(b, a, d, 7);
      mix(c, b, a, 9);
      mix(d, c, b, 13);
      mix(a, d, c, 18);
    }
  return x;
}

function toBytes(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, number] of numbers.entries()) view.setUint32(index * 4, number >>> 0, true);
  return bytes;
}

/** HSalsa20. */
function deriveKey(key: Uint8Array, input: Uint8Array): number[] {
  const mixed = rounds(blockOf(words(key), words(input)));
  return [0, 5, 10, 15, 6, 7, 8, 9].map((index) => mixed[index] as number);
}

/** Salsa20 with a nonce of 8 bytes. */
function keyStream(key: Block, nonce: Uint8Array, length: number): Uint8Array {
  const stream = new Uint8Array(Math.ceil(length / 64) * 64);
  const [low, high] = words(nonce) as [number, number];
  for (let counter = 0; counter * 64 < length; counter += 1) {
    const block = blockOf(key, [low, high, counter, 0]);
    const mixed = rounds(block);
    stream.set(toBytes(mixed.map((word, index) => word + (block[index] as number))), counter * 64);
  }
  return stream;
}

/** Poly1305. */
function authenticate(message: Uint8Array, key: Uint8Array): Uint8Array {
  const r = littleEndian(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn;
  const prime = (1n << 130n) - 5n;
  let sum = 0n;
  for (let at = 0; at < message.length; at += 16) {
    const part = message.subarray(at, at + 16);
    sum = ((sum + littleEndian(part) + (1n << BigInt(8 * part.length))) * r) % prime;
  }
  const tag = (sum + littleEndian(key.subarray(16, 32))) & ((1n << 128n) - 1n);
  return Uint8Array.from({ length: 16 }, (_, index) => Number((tag >> BigInt(8 * index)) & 255n));
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}
