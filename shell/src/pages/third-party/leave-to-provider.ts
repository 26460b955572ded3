import { ApiError, call } from '@tollgate/api-client';
import { createOauthState, type OauthProvider, type SiteStatus, startSignIn } from '@tollgate/contract';
import { readInviteCode } from '../entry/invite-code.ts';
import { authorizeUrl } from './authorize-url.ts';

/**
 * Sends the browser to the provider, which redirects back to `/oauth/<provider>`. Returns false when the
 * site's settings contain no address.
 */
export async function leaveToProvider(
  provider: OauthProvider,
  status: SiteStatus,
  baseUrl: string,
): Promise<boolean> {
  const aff = readInviteCode();
  const invitation = aff ? { aff } : {};
  const url =
    (await askForUrl(provider, invitation)) ?? (await makeUrl(provider, status, baseUrl, invitation));
  if (url) window.location.assign(url);
  return url !== undefined;
}

interface Invitation {
  aff?: string;
}

/** Our gateway builds the address itself, with a challenge in it. Undefined on another server of the same API. */
async function askForUrl(provider: OauthProvider, invitation: Invitation): Promise<string | undefined> {
  try {
    return (await call(startSignIn, { provider, intent: 'login', ...invitation })).url;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'endpoint_not_found') return undefined;
    throw error;
  }
}

async function makeUrl(
  provider: OauthProvider,
  status: SiteStatus,
  baseUrl: string,
  invitation: Invitation,
): Promise<string | undefined> {
  const state = await call(createOauthState, invitation);
  return authorizeUrl(provider, status, { state, baseUrl });
}
