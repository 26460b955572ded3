import { expect, test } from 'vitest';
import { isOptionKey, options, readOptions } from './table.ts';

/** The options of new-api with their defaults, then Tollgate's own. A default of `…` is longer than a line. */
const defaults = `
PasswordLoginEnabled true | PasswordRegisterEnabled true | RegisterEnabled true | EmailVerificationEnabled false
EmailDomainRestrictionEnabled false | EmailAliasRestrictionEnabled false | EmailDomainWhitelist …
GitHubOAuthEnabled false | GitHubClientId | GitHubClientSecret | LinuxDOOAuthEnabled false | LinuxDOClientId
LinuxDOClientSecret | TelegramOAuthEnabled false | TelegramBotToken | TelegramBotName | WeChatAuthEnabled false
WeChatServerAddress | WeChatServerToken | WeChatAccountQRCodeImageURL | TurnstileCheckEnabled false
TurnstileSiteKey | TurnstileSecretKey | oidc.enabled false | oidc.client_id | oidc.client_secret | oidc.well_known
oidc.authorization_endpoint | oidc.token_endpoint | oidc.user_info_endpoint | SMTPServer | SMTPPort 587
SMTPSSLEnabled false | SMTPAccount | SMTPFrom | SMTPToken | Notice | About | HomePageContent | Footer
SystemName Tollgate | Logo | ServerAddress | WorkerUrl | WorkerValidKey | PayAddress | EpayId | EpayKey
CustomCallbackAddress | Price 7.3 | MinTopUp 1 | TopupGroupRatio {"default":1,"vip":1,"svip":1} | TopUpLink
Chats [] | QuotaForNewUser 0 | QuotaForInviter 0 | QuotaForInvitee 0 | QuotaRemindThreshold 100000
PreConsumedQuota 500 | QuotaPerUnit 500000 | RetryTimes 0 | DisplayInCurrencyEnabled true
DisplayTokenStatEnabled true | DrawingEnabled true | TaskEnabled true | DataExportEnabled true
DataExportInterval 5 | DataExportDefaultTime hour | DefaultCollapseSidebar false | LogConsumeEnabled true
ChannelDisableThreshold 5 | AutomaticDisableChannelEnabled false | AutomaticEnableChannelEnabled false
AutomaticDisableKeywords … | MjNotifyEnabled false | MjAccountFilterEnabled false | MjModeClearEnabled false
MjForwardUrlEnabled true | MjActionCheckSuccessEnabled true | CheckSensitiveEnabled true
CheckSensitiveOnPromptEnabled true | CheckSensitiveOnCompletionEnabled … | StopOnSensitiveEnabled true
StreamCacheQueueLength 0 | SensitiveWords test_sensitive | DemoSiteEnabled false | SelfUseModeEnabled false
ModelRequestRateLimitEnabled false | ModelRequestRateLimitCount 0 | ModelRequestRateLimitSuccessCount 1000
ModelRequestRateLimitDurationMinutes 1 | ModelRatio … | ModelPrice … | CompletionRatio … | CacheRatio …
GroupRatio {"default":1,"vip":1,"svip":1} | UserUsableGroups … | general_setting.docs_link
global.pass_through_request_enabled false
gemini.safety_settings {"default":"OFF","HARM_CATEGORY_CIVIC_INTEGRITY":"BLOCK_NONE"}
gemini.version_settings {"default":"v1beta","gemini-1.0-pro":"v1"} | claude.model_headers_settings {}
claude.default_max_tokens {"default":8192} | claude.thinking_adapter_enabled true
claude.thinking_adapter_budget_tokens_percentage 0.8 | FileUploadPermission 0 | FileDownloadPermission 0
ImageUploadPermission 0 | ImageDownloadPermission 0`
  .split(/[|\n]/)
  .map((entry) => entry.trim())
  .filter(Boolean)
  .map((entry) => [entry.split(' ')[0] as string, entry.slice(entry.split(' ')[0]?.length).trim()] as const);

test.each(defaults)('option %s of new-api exists and defaults to "%s"', (key, expected) => {
  expect(isOptionKey(key)).toBe(true);
  if (!isOptionKey(key) || expected === '…') return;
  const { kind, default: value } = options[key];
  expect(kind === 'json' ? JSON.stringify(JSON.parse(value)) : value).toBe(expected);
});

// @spec D070 D072 D167
test('every default is a valid value of its option, and switches are parsed as booleans', () => {
  const values = readOptions(new Map());
  for (const [key, value] of Object.entries(values)) {
    expect(value, key).toBeDefined();
    if (key.endsWith('Enabled') || key.endsWith('_enabled')) expect(typeof value, key).toBe('boolean');
  }
});

// @spec J001 J052 J053 J055 J056 J057 J060
test('a new gateway counts 500,000 units a dollar, sets no rate limits and enables thinking for Claude', () => {
  const values = readOptions(new Map());
  expect(values.QuotaPerUnit).toBe(500_000);
  expect(values.ModelRequestRateLimitEnabled).toBe(false);
  expect(values.ModelRequestRateLimitCount).toBe(0);
  expect(values.ModelRequestRateLimitSuccessCount).toBe(1000);
  expect(values.ModelRequestRateLimitDurationMinutes).toBe(1);
  expect(values['claude.thinking_adapter_enabled']).toBe(true);
  expect(values['claude.thinking_adapter_budget_tokens_percentage']).toBe(0.8);
});

test('every option that holds a secret is marked as secret', () => {
  const named = Object.keys(options).filter((key) =>
    /(Token|Secret|SecretKey|EpayKey|ValidKey|_secret)$/.test(key),
  );
  expect(
    Object.entries(options)
      .filter(([, { secret }]) => secret)
      .map(([key]) => key),
  ).toEqual(named);
});

test('an unreadable stored text falls back to its default and leaves other options unchanged', () => {
  const values = readOptions(
    new Map([
      ['Price', 'free'],
      ['RetryTimes', '3'],
      ['NoSuchKey', 'x'],
    ]),
  );
  expect([values.Price, values.RetryTimes]).toEqual([7.3, 3]);
});
