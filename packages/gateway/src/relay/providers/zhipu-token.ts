import { createHmac } from 'node:crypto';
import type { Address, SignableRequest, Target } from './provider.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Signs a token with `id.secret`; sends a key of another form unchanged.
 * https://open.bigmodel.cn/dev/api/http-call/http-auth
 */
export function signWithToken({ url, headers }: SignableRequest, { key }: Target, now: number): Address {
  const [id, secret] = key.split('.');
  if (!id || !secret) return { url, headers: { ...headers, authorization: `Bearer ${key}` } };
  const head = encode({ alg: 'HS256', sign_type: 'SIGN' });
  const claims = encode({ api_key: id, exp: now + DAY_MS, timestamp: now });
  const signature = createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url');
  return { url, headers: { ...headers, authorization: `${head}.${claims}.${signature}` } };
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
