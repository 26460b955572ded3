import type { IdentityProvider } from '@tollgate/contract';
import { sha256 } from '../../secrets/secrets.ts';
import type { IdentityKey } from '../repository/identities.ts';

/** An identity that a provider confirms. Contains no e-mail address: users are not recognized by one. */
export interface Identity {
  readonly provider: IdentityProvider;
  /** A permanent value that is never given to another user; with the issuer where there may be several. */
  readonly subject: string;
  /** The name of the bound account on the pages. */
  readonly label: string;
  /** A user name that a new account may get when it is free. */
  readonly username?: string | undefined;
  readonly displayName?: string | undefined;
}

export function keyOf({ provider, subject }: Identity): IdentityKey {
  return { provider, subject_hash: sha256(subject) };
}

/** Display names for messages. */
export const providerName: Record<IdentityProvider, string> = {
  github: 'GitHub',
  oidc: 'OIDC',
  linuxdo: 'LINUX DO',
  wechat: 'WeChat',
  telegram: 'Telegram',
};

/** The column of a user's row that shows the bound account. */
export const labelColumn = {
  github: 'github_id',
  oidc: 'oidc_id',
  linuxdo: 'linux_do_id',
  wechat: 'wechat_id',
  telegram: 'telegram_id',
} as const satisfies Record<IdentityProvider, string>;

/** Returns the column of a provider with the label in it, cut to the column's length. */
export function labelOf({ provider, label }: Identity): Record<string, string> {
  return { [labelColumn[provider]]: label.slice(0, 64).toWellFormed() };
}
