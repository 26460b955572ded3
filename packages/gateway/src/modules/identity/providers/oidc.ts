import * as z from 'zod';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { refused, withQuery } from './ask.ts';
import type { Identity } from './identity.ts';
import { clientOf, loadOpenid, type OidcClient } from './oidc-client.ts';
import type { Arrival, OauthProvider } from './provider.ts';

/** https://openid.net/specs/openid-connect-core-1_0.html, authorization code flow with a challenge. */
export const oidc: OauthProvider = {
  id: 'oidc',
  isOn: (options) =>
    options['oidc.enabled'] && options['oidc.client_id'] !== '' && options['oidc.client_secret'] !== '',

  async authorizeUrl(ctx, { state, redirectUri, verifier, nonce }) {
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await loadOpenid();
    const url = buildAuthorizationUrl(await clientOf(ctx), {
      redirect_uri: redirectUri,
      scope: 'openid profile email',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  },

  async identify(ctx, arrival) {
    const client = await clientOf(ctx);
    try {
      return await readIdentity(ctx, client, arrival);
    } catch (error) {
      throw expectedIn(error) ?? refused('oidc', error);
    }
  },
};

/** The library checks issuer, audience, signature, times, nonce and challenge; any doubt is an error. */
async function readIdentity(ctx: Context, client: OidcClient, arrival: Arrival): Promise<Identity> {
  const { code, redirectUri, verifier, nonce } = arrival;
  const { authorizationCodeGrant } = await loadOpenid();
  const answer = await authorizationCodeGrant(client, new URL(withQuery(redirectUri, { code })), {
    idTokenExpected: true,
    ...(verifier && { pkceCodeVerifier: verifier }),
    ...(nonce && { expectedNonce: nonce }),
  });
  const claims = answer.claims();
  if (!claims) throw new Error('There was no identity token.');
  const { iss, sub } = claims;
  const names = namesSchema.parse(
    hasNames(claims) ? claims : await askForNames(ctx, client, answer.access_token, sub),
  );
  return {
    provider: 'oidc',
    // A subject is unique within its issuer only: another issuer may give the same one to another user.
    subject: `${iss}\n${sub}`,
    label: sub,
    username: names.preferred_username,
    displayName: names.name ?? names.preferred_username,
  };
}

function hasNames(claims: object): boolean {
  return 'name' in claims || 'preferred_username' in claims;
}

/** Names are optional: the sign-in continues when they cannot be read. */
async function askForNames(
  ctx: Context,
  client: OidcClient,
  accessToken: string,
  sub: string,
): Promise<object> {
  if (!client.serverMetadata().userinfo_endpoint) return {};
  try {
    const { fetchUserInfo } = await loadOpenid();
    return await fetchUserInfo(client, accessToken, sub);
  } catch (error) {
    ctx.log.info({ err: error }, 'The OIDC provider did not tell a name');
    return {};
  }
}

/** Finds our own error, however deep the library wrapped it. */
function expectedIn(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause ? expectedIn(error.cause) : undefined;
}

const namesSchema = z.object({
  name: z.string().min(1).optional().catch(undefined),
  preferred_username: z.string().min(1).optional().catch(undefined),
});
