import type { Address, SignableRequest, Target } from './provider.ts';

const DAY_MS = 24 * 3600 * 1000;

/**
 * Signs a token with `id.secret`; sends a key of another form unchanged.
 * https://open.bigmodel.cn/dev/api/http-call/http-auth
 */
export async function signWithToken(
  { url, headers }: SignableRequest,
  { key }: Target,
  now: number,
): Promise<Address> {
  const [id, secret] = key.split('.');
  if (!id || !secret) return { url, headers: { ...headers, authorization: `Bearer ${key}` } };
  const { SignJWT } = await import('jose'); // few channels need it
  const token = await new SignJWT({ api_key: id, exp: now + DAY_MS, timestamp: now })
    .setProtectedHeader({ alg: 'HS256', sign_type: 'SIGN' })
    .sign(Buffer.from(secret));
  return { url, headers: { ...headers, authorization: token } };
}
