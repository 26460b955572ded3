import { createHash, createHmac } from 'node:crypto';
import type { Address, SignableRequest, Target } from './provider.ts';

/** https://cloud.tencent.com/document/api/1729/105970: the key is `AppId|SecretId|SecretKey` */
export function signForTencent(
  { url, headers, body }: SignableRequest,
  { key }: Target,
  now: number,
): Address {
  const [, id = '', secret = ''] = key.split('|');
  const { host } = new URL(url);
  const seconds = Math.floor(now / 1000);
  const scope = `${new Date(now).toISOString().slice(0, 10)}/hunyuan/tc3_request`;
  const canonical = `POST\n/\n\ncontent-type:application/json\nhost:${host}\n\ncontent-type;host\n${sha256(body)}`;
  const text = `TC3-HMAC-SHA256\n${seconds}\n${scope}\n${sha256(canonical)}`;
  const signingKey = scope.split('/').reduce<Buffer | string>(hmac, `TC3${secret}`);
  const signature = hmac(signingKey, text).toString('hex');
  return {
    url,
    headers: {
      ...headers,
      authorization: `TC3-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=content-type;host, Signature=${signature}`,
      'x-tc-action': 'ChatCompletions',
      'x-tc-version': '2023-09-01',
      'x-tc-timestamp': String(seconds),
    },
  };
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
