import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';

/** An issuer of ID tokens on this machine, as a build server has one. */
export interface CiIssuer {
  url: string;
  /** How often its keys were read. */
  reads(): number;
  /** Signs with a new key from now on; the earlier ones are no longer published. */
  rotate(): Promise<void>;
  /** Every request is answered with an error from now on. */
  fail(): void;
  /** An ID token of a job. `claims` replace those of a usual one. */
  issue(claims?: Record<string, unknown>): Promise<string>;
}

/** With it a job asks `/token?audience=…` for an ID token, as on GitHub Actions. */
export const REQUEST_TOKEN = 'request-token';
export const AUDIENCE = 'https://gate.example';
export const SUBJECT = 'repo:acme/logs:ref:refs/heads/main';

export async function startCiIssuer(now: () => number = Date.now): Promise<CiIssuer> {
  let current = await makeKey('key-1');
  let count = 1;
  let reads = 0;
  let isFailing = false;
  const server = createServer(async (request, response) => {
    if (request.url === '/keys') reads += 1;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://issuer');
    if (pathname === '/token' && request.headers.authorization === `Bearer ${REQUEST_TOKEN}`) {
      response.end(JSON.stringify({ value: await issue({ aud: searchParams.get('audience') }) }));
      return;
    }
    const document = { issuer: url, jwks_uri: `${url}/keys` };
    response.writeHead(isFailing ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [current.publicJwk] } : document));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    reads: () => reads,
    async rotate() {
      count += 1;
      current = await makeKey(`key-${count}`);
    },
    fail: () => {
      isFailing = true;
    },
    issue,
  };

  function issue(claims: Record<string, unknown> = {}): Promise<string> {
    const iat = Math.floor(now() / 1000);
    const usual = { iss: url, aud: AUDIENCE, sub: SUBJECT, iat, exp: iat + 300, jti: crypto.randomUUID() };
    return new SignJWT({ ...usual, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: current.kid })
      .sign(current.privateKey);
  }
}

async function makeKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const publicJwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, publicJwk, privateKey };
}
