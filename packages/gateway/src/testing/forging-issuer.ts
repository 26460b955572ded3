import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sendJson, startUpstream } from './upstream.ts';

/** An OpenID Connect provider whose identity token or discovery document can be forged. */
export interface ForgingIssuer {
  readonly url: string;
  readonly wellKnown: string;
  /** Fields that the next token adds to, or replaces in, the right ones. */
  claims: Record<string, unknown>;
  /** The signature of the next token. */
  signature: 'right' | 'other-key' | 'none' | 'with-the-public-key';
  /** Fields that discovery adds to the right ones. */
  metadata: Record<string, unknown>;
  /** The nonce from the browser's request. */
  nonce: string;
  close(): Promise<void>;
}

export async function startForgingIssuer(clientId: string): Promise<ForgingIssuer> {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const otherKeys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const upstream = await startUpstream((call, response) => {
    const { url } = upstream;
    if (call.path.endsWith('/openid-configuration'))
      return sendJson(response, 200, discovery(url, issuer.metadata));
    if (call.path === '/jwks') {
      const key = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig', alg: 'RS256' };
      return sendJson(response, 200, { keys: [key] });
    }
    const now = Math.floor(Date.now() / 1000);
    const right = {
      iss: url,
      sub: 'forged',
      aud: clientId,
      iat: now,
      exp: now + 300,
      nonce: issuer.nonce,
      name: 'F',
    };
    const claims = Object.fromEntries(
      Object.entries({ ...right, ...issuer.claims }).filter(([, value]) => value !== undefined),
    );
    const pairs = { right: keys.privateKey, 'other-key': otherKeys.privateKey };
    const id_token =
      issuer.signature === 'none' || issuer.signature === 'with-the-public-key'
        ? forge(claims, issuer.signature === 'none' ? undefined : keys.publicKey)
        : signToken(claims, pairs[issuer.signature]);
    sendJson(response, 200, { access_token: 'a', token_type: 'Bearer', id_token });
  });
  const issuer: ForgingIssuer = {
    url: upstream.url,
    wellKnown: `${upstream.url}/.well-known/openid-configuration`,
    claims: {},
    signature: 'right',
    metadata: {},
    nonce: '',
    close: () => upstream.close(),
  };
  return issuer;
}

function discovery(issuer: string, more: Record<string, unknown>) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
    ...more,
  };
}

function signToken(claims: object, key: KeyObject): string {
  const text = unsigned({ alg: 'RS256', kid: 'k1' }, claims);
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

/** Signs with `none`, or with the public key as a shared secret. */
function forge(claims: object, publicKey: KeyObject | undefined): string {
  const text = unsigned({ alg: publicKey ? 'HS256' : 'none', kid: 'k1' }, claims);
  if (!publicKey) return `${text}.`;
  const secret = publicKey.export({ format: 'pem', type: 'spki' });
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function unsigned(header: object, claims: object): string {
  return [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
}
