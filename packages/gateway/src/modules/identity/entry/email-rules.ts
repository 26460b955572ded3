import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';

/**
 * Checks an address against the rules of this site.
 *
 * @throws {AppError} `email_domain_refused` with the domains that are accepted, `email_alias_refused`
 */
export function refuseEmail({ options: { current } }: Context, email: string): void {
  const at = email.lastIndexOf('@');
  const [local, domain] = [email.slice(0, at), email.slice(at + 1)];
  if (current.EmailDomainRestrictionEnabled) {
    const accepted = domainsOf(current.EmailDomainWhitelist);
    if (!accepted.includes(domain)) {
      throw new AppError('email_domain_refused', { domains: accepted.join(', ') });
    }
  }
  if (current.EmailAliasRestrictionEnabled && /[+.]/.test(local)) throw new AppError('email_alias_refused');
}

function domainsOf(list: string): string[] {
  return list
    .split(',')
    .map((domain) => domain.trim().toLowerCase())
    .filter(Boolean);
}
