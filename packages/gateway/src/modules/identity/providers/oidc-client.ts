import type { OptionValues } from '@tollgate/contract/options';
import type { Configuration, ServerMetadata } from 'openid-client';
import * as z from 'zod';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { ask, unreachable } from './ask.ts';
import { providerName } from './identity.ts';

export type OidcClient = Configuration;

/** Created once for each state of the options, as it caches the provider's keys. */
const clients = new WeakMap<OptionValues, Promise<OidcClient>>();

/**
 * Returns the OpenID client of this gateway, from the provider's discovery document.
 *
 * @throws {AppError} `sign_in_unreachable`, `sign_in_misconfigured`
 */
export function clientOf(ctx: Context): Promise<OidcClient> {
  const { current } = ctx.options;
  const existing = clients.get(current);
  if (existing) return existing;
  const made = discover(ctx, current);
  clients.set(current, made);
  made.catch(() => clients.delete(current)); // the next sign-in tries again
  return made;
}

/** Loads the library at the first sign-in: many installations have no OpenID provider. */
export function loadOpenid() {
  return import('openid-client');
}

async function discover(ctx: Context, options: OptionValues): Promise<OidcClient> {
  const wellKnown = options['oidc.well_known'];
  const metadata = await readMetadata(ctx, wellKnown);
  const secret = options['oidc.client_secret'];
  const methods = metadata.token_endpoint_auth_methods_supported ?? [];
  const openid = await loadOpenid();
  const client = new openid.Configuration(
    // Our pages send the code and the state back, not the issuer: with one provider there is no mix-up.
    { ...metadata, authorization_response_iss_parameter_supported: false } as ServerMetadata,
    options['oidc.client_id'],
    { client_secret: secret, [openid.clockTolerance]: MAX_SKEW_SECONDS },
    methods.includes('client_secret_post')
      ? openid.ClientSecretPost(secret)
      : openid.ClientSecretBasic(secret),
  );
  client.timeout = TIMEOUT_SECONDS;
  client[openid.customFetch] = (url, { method, headers, body }) =>
    fetchGuarded(ctx, url, { method, headers, body });
  openid.enableNonRepudiationChecks(client); // checks the signature, not only TLS
  if (wellKnown.startsWith('http:')) openid.allowInsecureRequests(client); // root may enter an http address on purpose
  return client;
}

/**
 * Reads the discovery document of the provider at a well-known URL.
 *
 * @throws {AppError} `sign_in_unreachable`, `sign_in_misconfigured`
 */
export async function readMetadata(
  ctx: Context,
  wellKnown: string,
): Promise<z.output<typeof metadataSchema>> {
  if (!wellKnown.endsWith(DISCOVERY_PATH))
    throw misconfigured('The well-known URL is missing or of another kind.');
  const metadata = metadataSchema.safeParse(await ask(ctx, 'oidc', { url: wellKnown }));
  if (!metadata.success) throw misconfigured('The discovery document is not complete.', metadata.error);
  // The issuer in the document must match the URL: a document of another provider is refused.
  if (bare(metadata.data.issuer) !== bare(wellKnown.slice(0, -DISCOVERY_PATH.length))) {
    throw misconfigured('The issuer in the discovery document is another one.');
  }
  return metadata.data;
}

interface Sending {
  method: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Sends the library's requests through the guarded HTTP client. Redirects are answers like any other. */
async function fetchGuarded(
  ctx: Context,
  url: string,
  { method, headers, body }: Sending,
): Promise<Response> {
  const options = {
    method: method === 'POST' ? ('POST' as const) : ('GET' as const),
    headers,
    ...(body ? { body: String(body) } : {}),
    timeoutMs: TIMEOUT_SECONDS * 1000,
    maxBytes: 256_000,
  };
  try {
    const answer = await ctx.outbound.request('sign_in', url, options);
    const type = String(answer.headers['content-type'] ?? '');
    return new Response(answer.text || null, { status: answer.status, headers: { 'content-type': type } });
  } catch (cause) {
    throw unreachable('oidc', cause);
  }
}

function misconfigured(reason: string, cause: unknown = new Error(reason)): AppError {
  return new AppError('sign_in_misconfigured', { provider: providerName.oidc }, { cause });
}

function bare(issuer: string): string {
  return issuer.replace(/\/+$/, '');
}

const DISCOVERY_PATH = '/.well-known/openid-configuration';
const TIMEOUT_SECONDS = 10;
const MAX_SKEW_SECONDS = 60;

const metadataSchema = z.looseObject({
  issuer: z.url({ protocol: /^https?$/ }),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  userinfo_endpoint: z.url({ protocol: /^https?$/ }).optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
