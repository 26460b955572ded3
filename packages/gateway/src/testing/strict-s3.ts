import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that takes objects as S3 does: it checks the signature, the hash of the body and the time. */
export interface StrictS3 {
  readonly url: string;
  readonly objects: ReadonlyMap<string, string>;
  /** Bodies and names in the order in which they arrived. */
  readonly puts: readonly string[];
  /** Answers that come before it takes objects again. */
  fail(times: number): void;
  /** Waited for at the next objects, before and after they are stored. */
  readonly hooks: { beforeStore?: (() => unknown) | undefined; beforeAnswer?: (() => unknown) | undefined };
  close(): Promise<void>;
}

export const s3Account = {
  keyId: 'AKIDEXAMPLE',
  secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'eu-central-1',
};

export async function startStrictS3(): Promise<StrictS3> {
  const objects = new Map<string, string>();
  const puts: string[] = [];
  const hooks: StrictS3['hooks'] = {};
  let failures = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const problem = failures > 0 ? 'SlowDown' : findProblem(request, body);
    if (failures > 0) failures -= 1;
    if (problem) return response.writeHead(problem === 'SlowDown' ? 503 : 403).end(`<Code>${problem}</Code>`);
    await hooks.beforeStore?.();
    objects.set(request.url ?? '', body.toString());
    puts.push(request.url ?? '');
    await hooks.beforeAnswer?.();
    return response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    puts,
    hooks,
    fail(times) {
      failures = times;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Written from Amazon's description, apart from the code under test. */
function findProblem({ method, url = '', headers }: IncomingMessage, body: Buffer): string | undefined {
  if (method !== 'PUT') return 'MethodNotAllowed';
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (!match) return 'AuthorizationHeaderMalformed';
  const [, keyId = '', day = '', region = '', names = '', signature = ''] = match;
  const date = String(headers['x-amz-date']);
  if (keyId !== s3Account.keyId || region !== s3Account.region) return 'InvalidAccessKeyId';
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!date.startsWith(day) || !(Math.abs(Date.now() - at) < 900_000)) return 'RequestTimeTooSkewed';
  const hash = createHash('sha256').update(body).digest('hex');
  if (headers['x-amz-content-sha256'] !== hash) return 'XAmzContentSHA256Mismatch';
  const signed = names.split(';');
  const required = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))];
  if (required.some((name) => !signed.includes(name))) return 'AccessDenied';
  if (signed.join() !== [...signed].sort().join()) return 'SignatureDoesNotMatch';
  const [path = '', query = ''] = url.split('?');
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim()}`);
  const request = ['PUT', path, query, ...lines, '', names, hash].join('\n');
  const sign = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest();
  const key = ['s3', 'aws4_request'].reduce<Buffer>(sign, sign(sign(`AWS4${s3Account.secret}`, day), region));
  const digest = createHash('sha256').update(request).digest('hex');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/s3/aws4_request`, digest].join('\n');
  const isRight = timingSafeEqual(sign(key, text), Buffer.from(signature, 'hex'));
  return isRight ? undefined : 'SignatureDoesNotMatch';
}
