import type { ErrorDetails } from '@tollgate/contract';
import { type OptionKey, options } from '@tollgate/contract/options';
import type * as z from 'zod/mini';
import { describeIssue } from '../../core/describe-issue.ts';
import { AppError } from '../../core/errors.ts';

/** Returns the text as stored: addresses without a trailing slash, keywords and domains in lower case. */
export function normaliseOption(key: OptionKey, text: string): string {
  if (addresses.has(key)) return text.trim().replace(/\/+$/, '');
  if (links.has(key)) return text.trim();
  if (key === 'AutomaticDisableKeywords') return text.toLowerCase();
  if (key !== 'EmailDomainWhitelist') return text;
  const domains = text.split(',').map((domain) => domain.trim().toLowerCase());
  return [...new Set(domains.filter(Boolean))].join(',');
}

/** @throws {AppError} `option_invalid` with the reason */
export function refuseUnreadable(key: OptionKey, text: string): void {
  try {
    options[key].parse(text);
  } catch (cause) {
    throw new AppError('option_invalid', { key, ...reasonOf(cause) }, { cause });
  }
  const reason = text === '' ? undefined : checks[kindOf(key)]?.(text);
  if (reason) throw new AppError('option_invalid', { key, reason });
}

type Kind = 'address' | 'link' | 'domains' | 'other';

function kindOf(key: OptionKey): Kind {
  if (addresses.has(key)) return 'address';
  if (links.has(key)) return 'link';
  return key === 'EmailDomainWhitelist' ? 'domains' : 'other';
}

/** Each returns what is wrong, if anything. */
const checks: Partial<Record<Kind, (text: string) => string | undefined>> = {
  address: (text) => (isWebAddress(text) ? undefined : 'url'),
  link: (text) => (isWebAddress(text) || isOwnPath(text) || isPicture(text) ? undefined : 'url'),
  domains: (text) => (text.split(',').every((domain) => DOMAIN.test(domain)) ? undefined : 'domain'),
};

const DOMAIN = /^(?!-)(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/;

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function isOwnPath(text: string): boolean {
  return /^\/(?![/\\])/.test(text);
}

function isPicture(text: string): boolean {
  return /^data:image\/(png|jpeg|gif|webp|svg\+xml);base64,[a-z0-9+/=]+$/i.test(text);
}

/** Joined with paths and used in policies of the page, so they must be complete. */
const addresses: ReadonlySet<OptionKey> = new Set([
  'ServerAddress',
  'WorkerUrl',
  'PayAddress',
  'CustomCallbackAddress',
  'WeChatServerAddress',
  'oidc.well_known',
  'oidc.authorization_endpoint',
  'oidc.token_endpoint',
  'oidc.user_info_endpoint',
  'UpdateFeedUrl',
  'PriceSyncUrl',
]);

/** Links of pages: an address, a path of this site, or a data URL of an image. */
const links: ReadonlySet<OptionKey> = new Set([
  'Logo',
  'TopUpLink',
  'WeChatAccountQRCodeImageURL',
  'general_setting.docs_link',
]);

/** Returns the reason as a code: that of the schema, or that the text is not JSON; and where in it. */
function reasonOf(error: unknown): ErrorDetails {
  if (error instanceof SyntaxError) return { reason: 'not_json' };
  const { reason, issues = [] } = error as { reason?: string; issues?: z.core.$ZodIssue[] };
  if (reason) return { reason };
  const [issue] = issues;
  if (!issue) return { reason: 'not_accepted' };
  const entry = issue.path.join('.').slice(0, LONGEST_ENTRY);
  const description = issue.code === 'custom' ? { reason: issue.message } : describeIssue(issue);
  return { ...description, ...(entry && { entry }) };
}

/** Names from admins may have any length; messages may not. */
const LONGEST_ENTRY = 100;
