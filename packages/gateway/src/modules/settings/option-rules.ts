import type { OptionKey, OptionValues } from '@tollgate/contract/options';
import { AppError } from '../../core/errors.ts';

/** Settings that a switch or an address requires: a check with an empty secret checks nothing. */
export const prerequisites: { readonly [K in OptionKey]?: readonly OptionKey[] } = {
  GitHubOAuthEnabled: ['GitHubClientId', 'GitHubClientSecret'],
  'oidc.enabled': ['oidc.client_id', 'oidc.client_secret', 'oidc.well_known'],
  LinuxDOOAuthEnabled: ['LinuxDOClientId', 'LinuxDOClientSecret'],
  EmailDomainRestrictionEnabled: ['EmailDomainWhitelist'],
  WeChatAuthEnabled: ['WeChatServerAddress', 'WeChatServerToken'],
  TurnstileCheckEnabled: ['TurnstileSiteKey', 'TurnstileSecretKey'],
  TelegramOAuthEnabled: ['TelegramBotToken'],
  PayAddress: ['ServerAddress'],
};

/**
 * Checks the options as they would be after a change. Ignores what was missing before.
 *
 * @throws {AppError} `option_needs` for what is switched on too early, `option_needed` for what is emptied
 * too early
 */
export function refuseBrokenRules(before: OptionValues, after: OptionValues): void {
  for (const [key, needed] of Object.entries(prerequisites) as [OptionKey, readonly OptionKey[]][]) {
    const missing = isOn(after[key]) && needed.find((each) => isEmpty(after[each]));
    if (!missing) continue;
    if (!isOn(before[key])) throw new AppError('option_needs', { key, needs: missing });
    if (!isEmpty(before[missing])) throw new AppError('option_needed', { key: missing, by: key });
  }
}

function isOn(value: unknown): boolean {
  return value === true || (typeof value === 'string' && value !== '');
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}
