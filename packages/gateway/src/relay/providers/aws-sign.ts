import { createHash, createHmac } from 'node:crypto';
import type { Address, SignableRequest } from './provider.ts';

export interface AwsAccount {
  id: string;
  secret: string;
  region: string;
}

/** Version 4 of Amazon's signatures: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
export function signForAws(
  { url, headers, body }: SignableRequest,
  { id, secret, region }: AwsAccount,
  service: string,
  now: number,
): Address {
  const { host, pathname } = new URL(url);
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/${service}/aws4_request`;
  const signed = { 'content-type': headers['content-type'] ?? 'application/json', host, 'x-amz-date': time };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  // Each segment is encoded once more than in the URL.
  const path = pathname.split('/').map(encodeSegment).join('/');
  const canonical = `POST\n${path}\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`;
  const signature = hmac(scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`), text).toString(
    'hex',
  );
  return {
    url,
    headers: {
      ...headers,
      'x-amz-date': time,
      authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
    },
  };
}

/** Everything but letters, digits and `-_.~`, which is more than the platform encodes. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
