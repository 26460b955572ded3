import type { Token, TokenDraft } from '@tollgate/contract';

/** Form values of a token. Fields have the names of the console API, so that an error finds its field. */
export interface TokenForm {
  name: string;
  /** Unix seconds; {@link NEVER} for never. */
  expired_time: number;
  unlimited_quota: boolean;
  /** Quota units; kept while `unlimited_quota` is on, so that switching it off restores the amount. */
  remain_quota: number;
  /** Empty means every model of the group. */
  model_limits: string[];
  /** One address or range a line; empty means from anywhere. */
  allow_ips: string;
  /** Empty means the user's group. */
  group: string;
  /** How many to create; only for new ones. */
  count: number;
}

export const MAX_COUNT = 100;
export const MAX_NAME = 30;
export const NEVER = -1;
const SUFFIX_LENGTH = 6;

/** A new token: one, worth a dollar, that never expires. */
export const freshToken: TokenForm = {
  name: '',
  expired_time: NEVER,
  unlimited_quota: false,
  remain_quota: 500_000,
  model_limits: [],
  allow_ips: '',
  group: '',
  count: 1,
};

export function toForm(token: Token): TokenForm {
  const { name, expired_time, unlimited_quota, remain_quota, model_limits, allow_ips, group } = token;
  return {
    name,
    expired_time,
    unlimited_quota,
    remain_quota: Math.max(0, remain_quota),
    model_limits: token.model_limits_enabled ? listOf(model_limits, ',') : [],
    allow_ips: allow_ips ?? '',
    group,
    count: 1,
  };
}

/** A hidden field is absent: an unlimited token has no amount. */
export function toDraft(form: Partial<TokenForm>): TokenDraft {
  const { name, expired_time, unlimited_quota, remain_quota, model_limits, allow_ips, group } = {
    ...freshToken,
    remain_quota: 0,
    ...form,
  };
  return {
    name: name.trim(),
    expired_time,
    remain_quota: Math.trunc(remain_quota),
    unlimited_quota,
    model_limits_enabled: model_limits.length > 0,
    model_limits: model_limits.join(','),
    allow_ips: listOf(allow_ips, '\n').join('\n'),
    group,
  };
}

/**
 * Returns the changed fields of a token. Other fields may have changed meanwhile, above all the spent quota:
 * sending them would undo that. An amount is sent together with its switch.
 */
export function changesOf(shown: Token, form: TokenForm): Partial<TokenDraft> {
  const [before, draft] = [toDraft(toForm(shown)), toDraft(form)];
  const isSwitched = draft.unlimited_quota !== before.unlimited_quota;
  const changed = Object.entries(draft).filter(
    ([key, value]) => value !== before[key as keyof TokenDraft] || (key === 'remain_quota' && isSwitched),
  );
  return Object.fromEntries(changed);
}

/** What can be changed of a token, as it is. */
export function recordOf(shown: Token): TokenDraft {
  const { name, expired_time, remain_quota, unlimited_quota, model_limits_enabled } = shown;
  const { model_limits, allow_ips, group } = shown;
  const limits = { model_limits_enabled, model_limits, allow_ips, group };
  return { name, expired_time, remain_quota, unlimited_quota, ...limits };
}

/** Returns the typed name for the first token, and with six random characters appended for the others. */
export function namesFor(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => (index === 0 ? name : `${name}-${randomSuffix()}`));
}

/** Returns the length that a name may have, so that the names of all tokens fit the server's limit. */
export function maxNameLength(count: number): number {
  return count > 1 ? MAX_NAME - SUFFIX_LENGTH - 1 : MAX_NAME;
}

/** Returns lines that are neither an address nor a range such as 10.0.0.0/8. */
export function wrongAddresses(addresses: string): string[] {
  return listOf(addresses, '\n').filter((line) => !isAddress(line));
}

function isAddress(line: string): boolean {
  const [address = '', bits, ...rest] = line.split('/');
  const isV6 = address.includes(':');
  if (rest.length > 0 || (bits !== undefined && !isBits(bits, isV6 ? 128 : 32))) return false;
  return isV6 ? isV6Address(address) : isV4Address(address);
}

function isBits(bits: string, max: number): boolean {
  return /^\d{1,3}$/.test(bits) && Number(bits) <= max;
}

function isV4Address(address: string): boolean {
  const parts = address.split('.');
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
}

function isV6Address(address: string): boolean {
  return /^[\da-f:.]+$/i.test(address) && URL.canParse(`http://[${address}]/`);
}

function listOf(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}

function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** 32 of them, so that all are equally likely; without the ambiguous l, 0, 1 and 9. */
const letters = 'abcdefghijkmnopqrstuvwxyz2345678';
