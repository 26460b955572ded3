import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '../../../core/context.ts';
import { ask, refused, withQuery } from './ask.ts';
import type { Arrival, OauthProvider } from './provider.ts';

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
export const github: OauthProvider = {
  id: 'github',
  isOn: ({ GitHubOAuthEnabled, GitHubClientId, GitHubClientSecret }) =>
    GitHubOAuthEnabled && GitHubClientId !== '' && GitHubClientSecret !== '',

  /** No scope: the public profile is enough. */
  authorizeUrl: ({ options }, { state, redirectUri, verifier }) =>
    withQuery('https://github.com/login/oauth/authorize', {
      client_id: options.current.GitHubClientId,
      redirect_uri: redirectUri,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),

  async identify(ctx, arrival) {
    const authorization = `Bearer ${await exchange(ctx, arrival)}`;
    const answer = await ask(ctx, 'github', {
      url: 'https://api.github.com/user',
      headers: { authorization },
    });
    const profile = profileSchema.safeParse(answer);
    if (!profile.success) throw refused('github', profile.error);
    const { id, login, name } = profile.data;
    return { provider: 'github', subject: String(id), label: login, displayName: name || login };
  },
};

async function exchange(ctx: Context, { code, redirectUri, verifier }: Arrival): Promise<string> {
  const { GitHubClientId, GitHubClientSecret } = ctx.options.current;
  const answer = await ask(ctx, 'github', {
    url: 'https://github.com/login/oauth/access_token',
    form: {
      client_id: GitHubClientId,
      client_secret: GitHubClientSecret,
      code,
      // A page that made the address itself has no redirect URI.
      ...(verifier && { code_verifier: verifier, redirect_uri: redirectUri }),
    },
  });
  const token = tokenSchema.safeParse(answer);
  if (!token.success) throw refused('github', token.error);
  return token.data.access_token;
}

const tokenSchema = z.object({ access_token: z.string().min(1) });
/** The id never changes; the login name can be given up and taken by another user. */
const profileSchema = z.object({
  id: z.int().positive(),
  login: z.string().min(1),
  name: z.string().nullish(),
});
