import type { IdentityProvider } from '@tollgate/contract';
import { sha256 } from '../auth/secrets.ts';
import type { IdentityKey } from '../repositories/identities.ts';

/** Somebody as a provider vouches for them. An e-mail address is no part of it: nobody is recognised by one. */
export interface Identity {
  readonly provider: IdentityProvider;
  /** What never changes there and is never given to somebody else; with the issuer where there may be several. */
  readonly subject: string;
  /** What the pages show as the bound account. */
  readonly label: string;
  /** A user name that a new account may get when it is free. */
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
}

export function keyOf({ provider, subject }: Identity): IdentityKey {
  return { provider, subject_hash: sha256(subject) };
}

/** What people call them, in messages. */
export const providerName: Record<IdentityProvider, string> = {
  github: 'GitHub',
  oidc: 'OIDC',
  linuxdo: 'LINUX DO',
  wechat: 'WeChat',
  telegram: 'Telegram',
};

/** Where a user's row shows what is bound. */
export const labelColumn = {
  github: 'github_id',
  oidc: 'oidc_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const satisfies Record<IdentityProvider, string>;

/** The column of a provider with the label in it, cut to what fits. */
export function labelOf({ provider, label }: Identity): Record<string, string> {
  return { [labelColumn[provider]]: label.slice(0, 64).toWellFormed() };
}
