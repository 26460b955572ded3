/// <reference path="./oidc-provider.d.ts" />
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** A real OpenID Connect provider on this machine. Any name and password signs in; the name is the subject. */
export interface OidcServer {
  /** `http://127.0.0.1:port` */
  readonly issuer: string;
  readonly wellKnown: string;
  readonly client: { readonly id: string; readonly secret: string };
  /** Claims in addition to the subject, by sign-in name. */
  readonly claims: Map<string, Record<string, unknown>>;
  /** Requested paths, in order. */
  readonly requests: string[];
  /**
   * Performs the browser's flow at `url` as the user `name` and returns the redirect address. Keeps no
   * cookies between calls.
   */
  agree(url: string, name: string): Promise<URL>;
  close(): Promise<void>;
}

export interface OidcServerOptions {
  /** Allowed redirect addresses. */
  redirectUris: readonly string[];
}

/** The provider requires PKCE and shows its own sign-in pages. */
export async function startOidcServer({ redirectUris }: OidcServerOptions): Promise<OidcServer> {
  const claims: OidcServer['claims'] = new Map();
  const requests: string[] = [];
  const client = { id: 'tollgate', secret: 'secret-of-the-test-client' };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, configuration({ client, redirectUris, claims }));
  const answer = provider.callback();
  server.on('request', (request, response) => {
    requests.push(request.url?.split('?')[0] ?? '');
    answer(request, response);
  });
  return {
    issuer,
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    client,
    claims,
    requests,
    agree: (url, name) => goThrough(url, name, issuer),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

interface Parts {
  client: OidcServer['client'];
  redirectUris: readonly string[];
  claims: OidcServer['claims'];
}

interface Session {
  account: { accountId: string };
  client: { clientId: string };
  provider: Provider;
}

function configuration({ client, redirectUris, claims }: Parts) {
  return {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: redirectUris }],
    claims: {
      openid: ['sub'],
      profile: ['name', 'preferred_username'],
      email: ['email', 'email_verified'],
    },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...claims.get(sub) }),
    }),
    /** Skips the consent page: there is a single trusted client. */
    async loadExistingGrant({ oidc }: { oidc: Session }) {
      const { accountId } = oidc.account;
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    cookies: { keys: ['only-for-tests'] },
    ttl: {
      Session: 3600,
      Grant: 3600,
      Interaction: 600,
      AuthorizationCode: 60,
      AccessToken: 600,
      IdToken: 600,
    },
  };
}

/** Follows the provider's redirects and fills in its form, until it redirects elsewhere. */
async function goThrough(start: string, name: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next: { url: string; form?: URLSearchParams } = { url: start };
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(next.url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
      ...(next.form && { method: 'POST', body: next.form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (key) cookies.set(key, value ?? '');
    }
    const page = await response.text();
    const location = response.headers.get('location');
    if (!location && !page.includes('name="login"')) throw new Error(`the provider answered ${page}`);
    const url = new URL(location ?? next.url, next.url);
    if (location && url.origin !== issuer) return url;
    next = { url: url.href };
    if (!location) next.form = new URLSearchParams({ prompt: 'login', login: name, password: 'any' });
  }
  throw new Error('the provider sends the browser in circles');
}
