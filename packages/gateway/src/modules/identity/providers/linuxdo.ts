import * as z from 'zod';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { ask, refused, withQuery } from './ask.ts';
import type { Arrival, OauthProvider } from './provider.ts';

/** https://connect.linux.do: authorization code with a secret; no challenge and no nonce. */
export const linuxdo: OauthProvider = {
  id: 'linuxdo',
  isOn: ({ LinuxDOOAuthEnabled, LinuxDOClientId, LinuxDOClientSecret }) =>
    LinuxDOOAuthEnabled && LinuxDOClientId !== '' && LinuxDOClientSecret !== '',

  authorizeUrl: ({ options }, { state, redirectUri }) =>
    withQuery('https://connect.linux.do/oauth2/authorize', {
      response_type: 'code',
      client_id: options.current.LinuxDOClientId,
      redirect_uri: redirectUri,
      state,
    }),

  async identify(ctx, arrival) {
    const authorization = `Bearer ${await exchange(ctx, arrival)}`;
    const url = 'https://connect.linux.do/api/user';
    const member = memberSchema.safeParse(await ask(ctx, 'linuxdo', { url, headers: { authorization } }));
    if (!member.success) throw refused('linuxdo', member.error);
    const { id, username, name, active, trust_level } = member.data;
    if (!active) throw refused('linuxdo', new Error('The member is not active there.'));
    refuseLowTrust(ctx, trust_level);
    return { provider: 'linuxdo', subject: String(id), label: String(id), displayName: name || username };
  },
};

async function exchange(ctx: Context, { code, redirectUri }: Arrival): Promise<string> {
  const { LinuxDOClientId: id, LinuxDOClientSecret: secret } = ctx.options.current;
  const answer = await ask(ctx, 'linuxdo', {
    url: 'https://connect.linux.do/oauth2/token',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    form: { grant_type: 'authorization_code', code, redirect_uri: redirectUri },
  });
  const token = tokenSchema.safeParse(answer);
  if (!token.success) throw refused('linuxdo', token.error);
  return token.data.access_token;
}

function refuseLowTrust({ options }: Context, level: number): void {
  const needed = options.current.LinuxDOMinimumTrustLevel;
  if (level < needed) throw new AppError('trust_level_low', { level, needed });
}

const tokenSchema = z.object({ access_token: z.string().min(1) });
const memberSchema = z.object({
  id: z.int().positive(),
  username: z.string().min(1),
  name: z.string().nullish(),
  active: z.boolean().default(true),
  trust_level: z.int().default(0),
});
