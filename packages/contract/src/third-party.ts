import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { user } from './users.ts';

/** Providers that verify an identity through a browser redirect. */
export const oauthProviders = ['github', 'oidc', 'linuxdo'] as const;
export type OauthProvider = (typeof oauthProviders)[number];

/** All identity providers: `bindings[provider]` is the field of a user that holds the identity. */
export const identityProviders = [...oauthProviders, 'wechat', 'telegram'] as const;
export type IdentityProvider = (typeof identityProviders)[number];

const oneTimeText = z.string().check(z.minLength(1), z.maxLength(2048));
const inviteCode = z.optional(z.string().check(z.trim(), z.maxLength(32), z.regex(/^[\x21-\x7e]*$/)));
const providersText = z.optional(z.string().check(z.maxLength(2048)));

/**
 * Telegram has no sign-in page: `url` is the redirect address for its widget, required only when the intent
 * is to bind.
 */
export const startSignIn = endpoint({
  address: 'POST /api/oauth/:provider/start',
  summary:
    'Where to send the browser, to sign in or to bind; what comes back works in this browser only, once.',
  access: 'public',
  limit: 'critical',
  onDemoSite: true,
  input: z.object({
    provider: z.enum([...oauthProviders, 'telegram']),
    intent: z._default(z.enum(['login', 'bind']), 'login'),
    aff: inviteCode,
  }),
  output: z.object({ url: z.string(), state: z.string() }),
});

export const createOauthState = endpoint({
  address: 'GET /api/oauth/state',
  summary: 'A text that the provider sends back, so that a sign-in started elsewhere is refused.',
  access: 'public',
  limit: 'critical',
  onDemoSite: true,
  changes: true,
  input: z.object({ aff: inviteCode }),
  output: z.string(),
});

export const signInByOauth = endpoint({
  address: 'GET /api/oauth/:provider',
  summary: 'Ends what was started: signs in whom the provider vouches for, or binds that identity.',
  access: 'public',
  limit: 'critical',
  onDemoSite: true,
  changes: true,
  input: z.object({
    provider: z.enum(oauthProviders),
    code: providersText,
    state: providersText,
    /** The provider's error, sent instead of a code. */
    error: providersText,
    error_description: providersText,
  }),
  /** Absent: the account was bound. */
  output: z.optional(user),
  emptyMessage: 'bind',
});

export const signInByWechat = endpoint({
  address: 'GET /api/oauth/wechat',
  summary: 'Signs in with the code that the WeChat account answered.',
  access: 'public',
  limit: 'critical',
  onDemoSite: true,
  changes: true,
  input: z.object({ code: oneTimeText }),
  output: user,
});

export const bindWechat = endpoint({
  address: 'GET /api/oauth/wechat/bind',
  summary: 'Binds the WeChat user who got this code.',
  access: 'user',
  limit: 'critical',
  changes: true,
  input: z.object({ code: oneTimeText }),
  output: z.undefined(),
});

/** The result of the Telegram widget; `hash` is verified with the bot token. */
export const telegramUser = z.object({
  id: z.coerce.number().check(z.int()),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  username: z.optional(z.string()),
  photo_url: z.optional(z.string()),
  auth_date: z.coerce.number().check(z.int()),
  hash: z.string().check(z.maxLength(128)),
  lang: z.optional(z.string()),
});
export type TelegramUser = z.output<typeof telegramUser>;

export const signInByTelegram = endpoint({
  address: 'GET /api/oauth/telegram/login',
  summary: 'Signs in the account that this Telegram user is bound to.',
  access: 'public',
  limit: 'critical',
  onDemoSite: true,
  changes: true,
  input: telegramUser,
  output: user,
});

export const bindTelegram = endpoint({
  address: 'GET /api/oauth/telegram/bind',
  summary:
    'Binds the Telegram user and sends the browser to the settings. Needs a state, or the user header.',
  access: 'public',
  limit: 'critical',
  input: z.extend(telegramUser, { state: providersText }),
  /** Where the browser is redirected. */
  output: z.string(),
  answer: 'redirect',
});

export const unbind = endpoint({
  address: 'DELETE /api/oauth/:provider/bind',
  summary: 'Takes an identity off the own account. The last way to sign in stays.',
  access: 'user',
  limit: 'critical',
  input: z.object({ provider: z.enum(identityProviders) }),
  output: z.undefined(),
});

/**
 * The gateway fetches the document: the admin's browser may not reach the provider, and outgoing requests are guarded.
 */
export const discoverOidc = endpoint({
  address: 'POST /api/oauth/oidc/discovery',
  summary: 'Reads the discovery document behind a well-known URL, for the settings. Saves nothing.',
  access: 'root',
  input: z.object({ well_known: z.string().check(z.trim(), z.minLength(1), z.maxLength(2000)) }),
  output: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string(),
    token_endpoint: z.string(),
    user_info_endpoint: z.string(),
  }),
});
