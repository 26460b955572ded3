import * as z from 'zod/mini';
import { displayCurrencies } from '../status.ts';
import { choice, flag, integer, json, lines, number, numberMap, secret, text, textMap } from './kinds.ts';
import { adjustmentMap, priceAdjustments } from './price-adjustments.ts';
import { listedCacheRatios, listedCompletionRatios, listedModelRatios } from './price-list.ts';
import { cacheRatios, completionRatios, modelPrices, modelRatios } from './prices.ts';

export type { PriceAdjustment } from './price-adjustments.ts';
export { priceLists } from './price-list.ts';

const runsScript = /^\s*(javascript|data|vbscript):/i;
const chatLink = z
  .record(z.string().check(z.minLength(1), z.maxLength(100)), z.string().check(z.maxLength(4000)))
  .check(
    z.refine((entry) => Object.keys(entry).length === 1, 'one_name'),
    z.refine((entry) => !Object.values(entry).some((link) => runsScript.test(link)), 'script'),
  );
const chatLinks = z.array(chatLink).check(z.maxLength(50));

const fallbackModels = z.array(z.string().check(z.minLength(1), z.maxLength(255))).check(z.maxLength(8));

/** Every option of the gateway, one a line: how it is parsed and its default. */
export const options = {
  // sign-in and registration
  PasswordLoginEnabled: flag(true),
  PasswordRegisterEnabled: flag(true),
  RegisterEnabled: flag(true),
  EmailVerificationEnabled: flag(false),
  EmailDomainRestrictionEnabled: flag(false),
  EmailAliasRestrictionEnabled: flag(false),
  EmailDomainWhitelist: text(
    'gmail.com,163.com,126.com,qq.com,outlook.com,hotmail.com,icloud.com,yahoo.com,foxmail.com',
  ),
  GitHubOAuthEnabled: flag(false),
  GitHubClientId: text(),
  GitHubClientSecret: secret(),
  LinuxDOOAuthEnabled: flag(false),
  LinuxDOClientId: text(),
  LinuxDOClientSecret: secret(),
  /** From 0 (new) to 4 (leader); members below this level are rejected. */
  LinuxDOMinimumTrustLevel: integer(0, { min: 0, max: 4 }),
  TelegramOAuthEnabled: flag(false),
  TelegramBotToken: secret(),
  TelegramBotName: text(),
  WeChatAuthEnabled: flag(false),
  WeChatServerAddress: text(),
  WeChatServerToken: secret(),
  WeChatAccountQRCodeImageURL: text(),
  TurnstileCheckEnabled: flag(false),
  TurnstileSiteKey: text(),
  TurnstileSecretKey: secret(),
  'oidc.enabled': flag(false),
  'oidc.client_id': text(),
  'oidc.client_secret': secret(),
  'oidc.well_known': text(),
  'oidc.authorization_endpoint': text(),
  'oidc.token_endpoint': text(),
  'oidc.user_info_endpoint': text(),
  // mail
  SMTPServer: text(),
  SMTPPort: integer(587, { min: 1, max: 65_535 }),
  SMTPSSLEnabled: flag(false),
  SMTPAccount: text(),
  SMTPFrom: text(),
  SMTPToken: secret(),
  // branding and content
  SystemName: text('Tollgate', 100),
  Logo: text('', 2000),
  Notice: text(),
  About: text(),
  HomePageContent: text(),
  Footer: text(),
  'general_setting.docs_link': text('', 2000),
  /** Feed of newer versions: a release, or a list of them, in the format of GitHub and Gitea. */
  UpdateFeedUrl: text('', 2000),
  // addresses, payment and top-up
  ServerAddress: text('', 2000),
  WorkerUrl: text('', 2000),
  WorkerValidKey: secret(),
  PayAddress: text('', 2000),
  EpayId: text(),
  EpayKey: secret(),
  CustomCallbackAddress: text('', 2000),
  Price: number(7.3, { min: 0 }),
  MinTopUp: integer(1, { min: 1 }),
  TopupGroupRatio: numberMap({ default: 1, vip: 1, svip: 1 }),
  TopUpLink: text('', 2000),
  // quota, retry and display
  QuotaForNewUser: integer(0, { min: 0 }),
  QuotaForInviter: integer(0, { min: 0 }),
  QuotaForInvitee: integer(0, { min: 0 }),
  // new-api lists 1000, a fifth of a cent, and warns at 100,000 all the same. Here the option is what counts.
  QuotaRemindThreshold: integer(100_000, { min: 0 }),
  PreConsumedQuota: integer(500, { min: 0 }),
  MaxTokensPerUser: integer(1000, { min: 1, max: 100_000 }),
  QuotaPerUnit: number(500_000, { min: 1 }),
  RetryTimes: integer(0, { min: 0, max: 10 }),
  StreamCacheQueueLength: integer(0, { min: 0 }),
  DisplayInCurrencyEnabled: flag(true),
  /** The currency in which the console shows dollars, and how much of it one dollar is. */
  DisplayCurrency: choice(...displayCurrencies),
  DisplayCurrencyRate: number(1, { min: 0.000_001, max: 1_000_000 }),
  /** Off: only people who are signed in see models and prices. */
  CataloguePublicEnabled: flag(true),
  /** Visitors see how models serve, and incidents. */
  StatusPageEnabled: flag(false),
  DisplayTokenStatEnabled: flag(true),
  DefaultCollapseSidebar: flag(false),
  DemoSiteEnabled: flag(false),
  SelfUseModeEnabled: flag(false),
  /** Links into chat programs with `{key}` and `{address}` placeholders: one name with its address an entry. */
  Chats: json(chatLinks, []),
  // drawing and tasks
  DrawingEnabled: flag(true),
  TaskEnabled: flag(true),
  MjNotifyEnabled: flag(false),
  MjAccountFilterEnabled: flag(false),
  MjModeClearEnabled: flag(false),
  MjForwardUrlEnabled: flag(true),
  MjActionCheckSuccessEnabled: flag(true),
  // sensitive words
  CheckSensitiveEnabled: flag(true),
  CheckSensitiveOnPromptEnabled: flag(true),
  CheckSensitiveOnCompletionEnabled: flag(false),
  StopOnSensitiveEnabled: flag(true),
  SensitiveWords: lines('test_sensitive'),
  // logs and data
  LogConsumeEnabled: flag(true),
  /** Days for which rows of the usage log are kept; 0 keeps them all. */
  LogRetentionDays: integer(0, { min: 0, max: 36_500 }),
  /** Rows of failed calls that the usage log keeps, the newest; 0 keeps none and writes none. */
  FailedCallsKept: integer(100_000, { min: 0, max: 1_000_000 }),
  DataExportEnabled: flag(true),
  DataExportInterval: integer(5, { min: 1 }),
  DataExportDefaultTime: choice('hour', 'day', 'week'),
  // channel health
  ChannelDisableThreshold: number(5, { min: 0 }),
  AutomaticDisableChannelEnabled: flag(false),
  AutomaticEnableChannelEnabled: flag(false),
  AutomaticDisableKeywords: lines(
    'your credit balance is too low',
    'this organization has been disabled.',
    'you exceeded your current quota',
    'permission denied',
    'the security token included in the request is invalid',
    'operation not allowed',
    'your account is not authorized',
  ),
  /** Private `host:port` pairs that root confirmed for channels, one a line. */
  ChannelPrivateHosts: lines(),
  // rate limit
  ModelRequestRateLimitEnabled: flag(false),
  ModelRequestRateLimitCount: integer(0, { min: 0 }),
  ModelRequestRateLimitSuccessCount: integer(1000, { min: 1 }),
  ModelRequestRateLimitDurationMinutes: integer(1, { min: 0 }),
  // prices and groups
  ModelRatio: numberMap({ ...listedModelRatios, ...modelRatios }),
  ModelPrice: numberMap(modelPrices),
  CompletionRatio: numberMap({ ...listedCompletionRatios, ...completionRatios }),
  CacheRatio: numberMap({ ...listedCacheRatios, ...cacheRatios }),
  /** What changes a price within one call, by model. A name may end in `*`. */
  PriceAdjustments: adjustmentMap(priceAdjustments),
  /** Where prices are read from once a day; empty: never. */
  PriceSyncUrl: text('', 2000),
  /** Percent by which the scheduled sync may raise a price. Larger rises wait for an administrator. */
  PriceSyncMaxRise: number(0, { min: 0, max: 1000 }),
  GroupRatio: numberMap({ default: 1, vip: 1, svip: 1 }),
  /** Models that are tried in this order when the requested one fails, by group. */
  GroupFallbackModels: json(z.record(z.string(), fallbackModels), {}),
  UserUsableGroups: textMap({ default: 'Default group', vip: 'VIP group' }),
  // models of one vendor
  'global.pass_through_request_enabled': flag(false),
  /** Sends comments in streams that are silent for this many seconds. */
  'general_setting.ping_interval_enabled': flag(false),
  'general_setting.ping_interval_seconds': integer(15, { min: 1, max: 600 }),
  'gemini.safety_settings': textMap({ default: 'OFF', HARM_CATEGORY_CIVIC_INTEGRITY: 'BLOCK_NONE' }),
  'gemini.version_settings': textMap({ default: 'v1beta', 'gemini-1.0-pro': 'v1' }),
  'gemini.thinking_adapter_enabled': flag(false),
  'gemini.thinking_adapter_budget_tokens_percentage': number(0.6, { min: 0.01, max: 1 }),
  'claude.model_headers_settings': json(z.record(z.string(), z.record(z.string(), z.array(z.string()))), {}),
  'claude.default_max_tokens': numberMap({ default: 8192 }),
  'claude.thinking_adapter_enabled': flag(true),
  'claude.thinking_adapter_budget_tokens_percentage': number(0.8, { min: 0.1, max: 1 }),
  // deprecated settings
  FileUploadPermission: integer(0),
  FileDownloadPermission: integer(0),
  ImageUploadPermission: integer(0),
  ImageDownloadPermission: integer(0),
};

export type OptionKey = keyof typeof options;
export type OptionValues = { [K in OptionKey]: ReturnType<(typeof options)[K]['parse']> };

/** Returns whether an option has this name, in its exact spelling. */
export function isOptionKey(key: string): key is OptionKey {
  return Object.hasOwn(options, key);
}

/**
 * Parses stored texts into values. An unreadable text becomes its default, so that a bad row cannot stop the gateway.
 */
export function readOptions(stored: ReadonlyMap<string, string>): OptionValues {
  const read = ([key, option]: [string, (typeof options)[OptionKey]]) => {
    const text = stored.get(key);
    if (text === undefined) return [key, option.parse(option.default)];
    try {
      return [key, option.parse(text)];
    } catch {
      return [key, option.parse(option.default)];
    }
  };
  return Object.fromEntries(Object.entries(options).map((entry) => read(entry as never))) as OptionValues;
}
