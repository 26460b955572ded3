import { createHash, createHmac } from 'node:crypto';
import type { ObjectStore } from '../../../core/log-stream-settings.ts';
import type { Outbound } from '../../../net/outbound.ts';

/** The store refused an object, or did not take it. */
export class ObjectRefusedError extends Error {
  constructor(status: number, text: string) {
    super(`The store of the log stream answered ${status}: ${text.slice(0, 300)}`);
    this.name = 'ObjectRefusedError';
  }
}

/** Writes an object, or replaces it. @throws {ObjectRefusedError}, and errors of the connection */
export async function putObject(
  outbound: Outbound,
  store: ObjectStore,
  name: string,
  body: Buffer,
): Promise<void> {
  const url = `${store.url.replace(/\/+$/, '')}/${name}`;
  const headers = signPut(store, url, body, Date.now());
  const answer = await outbound.request('log_stream', url, {
    ...{ method: 'PUT', headers, body, timeoutMs: PUT_MS },
  });
  if (answer.status < 200 || answer.status > 299) throw new ObjectRefusedError(answer.status, answer.text);
}

const PUT_MS = 60_000;

/** Version 4 of Amazon's signatures, as S3 wants it: paths are encoded once, and the hash of the body is a header. */
function signPut(store: ObjectStore, url: string, body: Buffer, now: number): Record<string, string> {
  const { host, pathname } = new URL(url);
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = [time.slice(0, 8), store.region, 's3', 'aws4_request'];
  const signed = {
    'content-type': 'application/x-ndjson',
    host,
    'x-amz-content-sha256': hash(body),
    'x-amz-date': time,
  };
  const names = Object.keys(signed).join(';');
  const lines = Object.entries(signed).map(([name, value]) => `${name}:${value}\n`);
  const path = pathname.split('/').map(encodeSegment).join('/');
  const canonical = `PUT\n${path}\n\n${lines.join('')}\n${names}\n${signed['x-amz-content-sha256']}`;
  const text = `AWS4-HMAC-SHA256\n${time}\n${scope.join('/')}\n${hash(canonical)}`;
  const key = scope.reduce<Buffer | string>(hmac, `AWS4${store.secret}`);
  const signature = hmac(key, text).toString('hex');
  const { host: _, ...headers } = signed;
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${store.keyId}/${scope.join('/')}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(decodeURIComponent(segment)).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function hash(data: Buffer | string): string {
  return createHash('sha256').update(data).digest('hex');
}
