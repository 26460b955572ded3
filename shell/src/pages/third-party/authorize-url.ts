import type { OauthProvider, SiteStatus } from '@tollgate/contract';

/**
 * Returns the sign-in address of a provider. Undefined when the site names no usable address.
 *
 * @param baseUrl the address of the gateway, without a final slash: the provider redirects there
 */
export function authorizeUrl(
  provider: OauthProvider,
  status: SiteStatus,
  { state, baseUrl }: { state: string; baseUrl: string },
): string | undefined {
  if (provider === 'github')
    return withQuery('https://github.com/login/oauth/authorize', {
      client_id: status.github_client_id,
      state,
      scope: 'user:email',
    });
  if (provider === 'linuxdo')
    return withQuery('https://connect.linux.do/oauth2/authorize', {
      response_type: 'code',
      client_id: status.linuxdo_client_id,
      state,
    });
  if (!/^https?:\/\//i.test(status.oidc_authorization_endpoint)) return undefined;
  return withQuery(status.oidc_authorization_endpoint, {
    client_id: status.oidc_client_id,
    redirect_uri: `${baseUrl}/oauth/oidc`,
    response_type: 'code',
    scope: 'openid profile email',
    state,
  });
}

function withQuery(address: string, query: Record<string, string>): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}
