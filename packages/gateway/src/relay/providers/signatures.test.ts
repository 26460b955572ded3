import { createVerify, generateKeyPairSync } from 'node:crypto';
import { readOptions } from '@tollgate/contract/options';
import { expect, test } from 'vitest';
import { signForAws } from './aws-sign.ts';
import type { Target } from './provider.ts';
import { spark } from './spark.ts';
import { signForTencent } from './tencent-sign.ts';
import { serviceAccountLogin } from './vertex-account.ts';
import { signWithToken } from './zhipu-token.ts';

/** 2023-11-14 22:13:20 UTC */
const now = 1_700_000_000_000;
const target = (key: string): Target => ({
  baseUrl: '',
  key,
  model: 'SparkDesk-v3.5',
  other: '',
  organization: '',
  options: readOptions(new Map()),
  stream: false,
});

/** The example `post-x-www-form-urlencoded` of Amazon's signature test suite. */
test("a request is signed as in Amazon's own example", () => {
  const { headers } = signForAws(
    {
      url: 'https://example.amazonaws.com/',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'Param1=value1',
    },
    { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY', region: 'us-east-1' },
    'service',
    Date.UTC(2015, 7, 30, 12, 36),
  );
  expect(headers['x-amz-date']).toBe('20150830T123600Z');
  expect(headers.authorization).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature=ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  );
});

/**
 * The expected values of this and the next two tests were calculated separately, from the vendors'
 * descriptions.
 */
test("the model name is encoded twice in Amazon's signature", () => {
  const { headers } = signForAws(
    {
      url: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/anthropic.claude-v2%3A1/invoke',
      headers: {},
      body: '{}',
    },
    { id: 'AK', secret: 'SK', region: 'us-east-1' },
    'bedrock',
    now,
  );
  expect(headers.authorization).toContain(
    'Signature=e6f7dcb816de14fd4a0e8ab7def8cdf1afbad79fca8b1a644e7c554dcc901eee',
  );
});

test('a request to Tencent is signed with its body and its time', () => {
  const request = {
    url: 'https://hunyuan.tencentcloudapi.com/',
    headers: {},
    body: '{"Model":"hunyuan-pro"}',
  };
  const { headers } = signForTencent(request, target('1250000000|secret-id|secret-key'), now);
  expect(headers).toEqual({
    authorization:
      'TC3-HMAC-SHA256 Credential=secret-id/2023-11-14/hunyuan/tc3_request, SignedHeaders=content-type;host, Signature=7555c868c73462d262a35451fbdd03a6b8807ba804282ee68f42385969650bfa',
    'x-tc-action': 'ChatCompletions',
    'x-tc-version': '2023-09-01',
    'x-tc-timestamp': '1700000000',
  });
});

test('the URL of Spark has a signature of host, time and path', async () => {
  const { chat } = spark;
  const { url } = chat?.address(target('app|api-secret|api-key')) ?? { url: '' };
  expect(url).toBe('wss://spark-api.xf-yun.com/v3.5/chat');
  const { auth } = chat ?? {};
  if (auth?.kind !== 'signature') throw new Error('Spark signs its URL');
  const signed = await auth.sign({ url, headers: {}, body: '' }, target('app|api-secret|api-key'), now);
  const query = new URL(signed.url).searchParams;
  expect(query.get('host')).toBe('spark-api.xf-yun.com');
  expect(query.get('date')).toBe('Tue, 14 Nov 2023 22:13:20 GMT');
  expect(Buffer.from(query.get('authorization') ?? '', 'base64').toString()).toBe(
    'api_key="api-key", algorithm="hmac-sha256", headers="host date request-line", signature="CojH7XpW29X3uaqbRaYo71AJ8w73aqTuxkkVeSNlLq4="',
  );
});

test('a key of Zhipu signs a token for a day, and one of another form is sent unchanged', async () => {
  const { headers } = await signWithToken(
    { url: '', headers: {}, body: '' },
    target('key-id.key-secret'),
    now,
  );
  const [head, claims] = (headers.authorization ?? '').split('.').map((part) => read(part));
  expect(head).toEqual({ alg: 'HS256', sign_type: 'SIGN' });
  expect(claims).toEqual({ api_key: 'key-id', exp: now + 86_400_000, timestamp: now });
  const plain = await signWithToken({ url: '', headers: {}, body: '' }, target('plain-key'), now);
  expect(plain.headers).toEqual({ authorization: 'Bearer plain-key' });
});

test('a service account of Google signs a claim that its public key verifies', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = {
    type: 'service_account',
    project_id: 'p',
    client_email: 'robot@p.iam.gserviceaccount.com',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  const accountTarget = target(JSON.stringify(account));
  expect(serviceAccountLogin.address(accountTarget).url).toBe('https://www.googleapis.com/oauth2/v4/token');
  const form = new URLSearchParams(await serviceAccountLogin.body?.(accountTarget, now));
  const assertion = form.get('assertion') ?? '';
  const [head = '', claims = '', signature = ''] = assertion.split('.');
  expect(read(claims)).toEqual({
    iss: account.client_email,
    scope: 'https://www.googleapis.com/auth/cloud-platform',
    aud: 'https://www.googleapis.com/oauth2/v4/token',
    iat: 1_700_000_000,
    exp: 1_700_002_100,
  });
  const verified = createVerify('RSA-SHA256')
    .update(`${head}.${claims}`)
    .verify(publicKey, signature, 'base64url');
  expect(verified).toBe(true);
});

test('an invalid service account is reported without its text', async () => {
  const invalid = target('{"private_key":"-----BEGIN');
  await expect(serviceAccountLogin.body?.(invalid, now)).rejects.toThrow(
    /^the field key of the channel cannot be used: service_account$/,
  );
});

function read(part = ''): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString());
  } catch {
    return undefined;
  }
}
