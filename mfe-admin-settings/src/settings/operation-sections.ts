import { displayCurrencies } from '@tollgate/contract';
import type { SettingsSection } from './describe.ts';

/** The sections of the operation tab, in order. A new option is a line here and its texts. */
export const operationSections: readonly SettingsSection[] = [
  {
    id: 'general',
    fields: [
      { key: 'TopUpLink', name: 'top-up-link', kind: 'url' },
      { key: 'general_setting.docs_link', name: 'docs-link', kind: 'url' },
      {
        key: 'QuotaPerUnit',
        name: 'quota-per-unit',
        kind: 'number',
        min: 1,
        unit: 'quota-per-dollar',
        isRisky: true,
      },
      { key: 'RetryTimes', name: 'retry-times', kind: 'integer', min: 0, max: 10, unit: 'times' },
      { key: 'DisplayInCurrencyEnabled', name: 'display-in-currency', kind: 'flag' },
      { key: 'DisplayCurrency', name: 'display-currency', kind: 'choice', values: displayCurrencies },
      {
        key: 'DisplayCurrencyRate',
        name: 'display-currency-rate',
        kind: 'number',
        min: 0.000001,
        max: 1000000,
      },
      { key: 'CataloguePublicEnabled', name: 'catalogue-public', kind: 'flag' },
      { key: 'StatusPageEnabled', name: 'status-page', kind: 'flag' },
      { key: 'DisplayTokenStatEnabled', name: 'display-token-stat', kind: 'flag' },
      { key: 'DefaultCollapseSidebar', name: 'default-collapse-sidebar', kind: 'flag' },
      { key: 'SelfUseModeEnabled', name: 'self-use-mode', kind: 'flag', isRisky: true },
      { key: 'DemoSiteEnabled', name: 'demo-site', kind: 'flag', isRisky: true },
      { key: 'MaxTokensPerUser', name: 'max-tokens-per-user', kind: 'integer', min: 1, max: 100000 },
    ],
  },
  {
    id: 'quota',
    fields: [
      { key: 'QuotaForNewUser', name: 'quota-for-new-user', kind: 'quota' },
      { key: 'PreConsumedQuota', name: 'pre-consumed-quota', kind: 'integer', min: 0, unit: 'tokens' },
      { key: 'QuotaForInviter', name: 'quota-for-inviter', kind: 'quota' },
      { key: 'QuotaForInvitee', name: 'quota-for-invitee', kind: 'quota' },
      { key: 'QuotaRemindThreshold', name: 'quota-remind-threshold', kind: 'quota' },
    ],
  },
  {
    id: 'monitoring',
    fields: [
      {
        key: 'ChannelDisableThreshold',
        name: 'channel-disable-threshold',
        kind: 'number',
        min: 0,
        unit: 'seconds',
      },
      { key: 'AutomaticDisableChannelEnabled', name: 'automatic-disable-channel', kind: 'flag' },
      { key: 'AutomaticEnableChannelEnabled', name: 'automatic-enable-channel', kind: 'flag' },
      { key: 'AutomaticDisableKeywords', name: 'automatic-disable-keywords', kind: 'lines' },
      { key: 'ChannelPrivateHosts', name: 'channel-private-hosts', kind: 'lines' },
    ],
  },
  {
    id: 'drawing',
    fields: [
      { key: 'DrawingEnabled', name: 'drawing', kind: 'flag' },
      { key: 'TaskEnabled', name: 'task', kind: 'flag' },
      { key: 'MjNotifyEnabled', name: 'mj-notify', kind: 'flag' },
      { key: 'MjAccountFilterEnabled', name: 'mj-account-filter', kind: 'flag' },
      { key: 'MjModeClearEnabled', name: 'mj-mode-clear', kind: 'flag' },
      { key: 'MjForwardUrlEnabled', name: 'mj-forward-url', kind: 'flag' },
      { key: 'MjActionCheckSuccessEnabled', name: 'mj-action-check', kind: 'flag' },
    ],
  },
  {
    id: 'sensitive',
    fields: [
      { key: 'CheckSensitiveEnabled', name: 'check-sensitive', kind: 'flag' },
      { key: 'CheckSensitiveOnPromptEnabled', name: 'check-sensitive-prompt', kind: 'flag' },
      { key: 'CheckSensitiveOnCompletionEnabled', name: 'check-sensitive-completion', kind: 'flag' },
      { key: 'StopOnSensitiveEnabled', name: 'stop-on-sensitive', kind: 'flag' },
      { key: 'SensitiveWords', name: 'sensitive-words', kind: 'lines' },
    ],
  },
  {
    id: 'logs',
    fields: [
      { key: 'LogConsumeEnabled', name: 'log-consume', kind: 'flag', isRisky: true },
      {
        key: 'LogRetentionDays',
        name: 'log-retention-days',
        kind: 'integer',
        min: 0,
        max: 36500,
        unit: 'days',
      },
      { key: 'FailedCallsKept', name: 'failed-calls-kept', kind: 'integer', min: 0, max: 1000000 },
    ],
  },
  {
    id: 'dashboard',
    fields: [
      { key: 'DataExportEnabled', name: 'data-export', kind: 'flag' },
      { key: 'DataExportInterval', name: 'data-export-interval', kind: 'integer', min: 1, unit: 'minutes' },
      {
        key: 'DataExportDefaultTime',
        name: 'data-export-default-time',
        kind: 'choice',
        values: ['hour', 'day', 'week'],
      },
    ],
  },
];

/** After the prices, which have their own editor. */
export const groupSections: readonly SettingsSection[] = [
  {
    id: 'price-sync',
    fields: [
      { key: 'PriceSyncUrl', name: 'price-sync-url', kind: 'url' },
      { key: 'PriceSyncMaxRise', name: 'price-sync-max-rise', kind: 'number', min: 0, unit: 'percent' },
    ],
  },
  {
    id: 'groups',
    fields: [
      {
        key: 'GroupRatio',
        name: 'group-ratio',
        kind: 'json',
        rows: 6,
        map: { kind: 'number', heads: ['group', 'ratio'] },
      },
      {
        key: 'UserUsableGroups',
        name: 'user-usable-groups',
        kind: 'json',
        rows: 6,
        map: { kind: 'text', heads: ['group', 'shown-name'] },
      },
      {
        key: 'GroupFallbackModels',
        name: 'group-fallback-models',
        kind: 'json',
        rows: 6,
        map: { kind: 'list', heads: ['group', 'models'] },
      },
    ],
  },
  {
    id: 'chats',
    fields: [
      {
        key: 'Chats',
        name: 'chats',
        kind: 'json-list',
        rows: 8,
        map: { kind: 'text', heads: ['name', 'link'] },
      },
    ],
  },
];

/** The prices as stored, one map each. */
export const pricingSection: SettingsSection = {
  id: 'pricing',
  fields: [
    { key: 'ModelPrice', name: 'model-price', kind: 'json', rows: 10 },
    { key: 'ModelRatio', name: 'model-ratio', kind: 'json', rows: 10 },
    { key: 'CacheRatio', name: 'cache-ratio', kind: 'json', rows: 8 },
    { key: 'CompletionRatio', name: 'completion-ratio', kind: 'json', rows: 8 },
    { key: 'PriceAdjustments', name: 'price-adjustments', kind: 'json', rows: 10 },
  ],
};
