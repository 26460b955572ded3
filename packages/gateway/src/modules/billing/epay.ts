import { createHash, timingSafeEqual } from 'node:crypto';

export type EpayFields = Readonly<Record<string, string>>;

/**
 * The signature of the Epay protocol: all non-empty fields except `sign` and `sign_type`, sorted by name,
 * joined as `k=v` with `&`, followed by the merchant's key, as MD5 in hex. The protocol has no better hash.
 */
export function signEpay(fields: EpayFields, key: string): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return createHash('md5')
    .update(text + key)
    .digest('hex');
}

export function withSignature<F extends EpayFields>(fields: F, key: string) {
  return { ...fields, sign: signEpay(fields, key), sign_type: 'MD5' };
}

/** False without a key: an empty key switches payments off. */
export function isSigned(fields: EpayFields, key: string): boolean {
  if (key === '') return false;
  const sent = Buffer.from((fields.sign ?? '').toLowerCase());
  const expected = Buffer.from(signEpay(fields, key));
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
