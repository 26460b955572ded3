import type { SettingsSection } from './describe.ts';

/** What the operation tab shows, in its order. A new option is a line here and its texts. */
export const operationSections: readonly SettingsSection[] = [
  {
    id: 'general',
    fields: [
      { key: 'TopUpLink', name: 'top-up-link', kind: 'url' },
      { key: 'general_setting.docs_link', name: 'docs-link', kind: 'url' },
      { key: 'QuotaPerUnit', name: 'quota-per-unit', kind: 'number', min: 1, unit: 'quota-per-dollar' },
      { key: 'RetryTimes', name: 'retry-times', kind: 'integer', min: 0, max: 10, unit: 'times' },
      { key: 'DisplayInCurrencyEnabled', name: 'display-in-currency', kind: 'flag' },
      { key: 'DisplayTokenStatEnabled', name: 'display-token-stat', kind: 'flag' },
      { key: 'DefaultCollapseSidebar', name: 'default-collapse-sidebar', kind: 'flag' },
      { key: 'SelfUseModeEnabled', name: 'self-use-mode', kind: 'flag' },
      { key: 'DemoSiteEnabled', name: 'demo-site', kind: 'flag' },
    ],
  },
  {
    id: 'quota',
    fields: [
      { key: 'QuotaForNewUser', name: 'quota-for-new-user', kind: 'quota' },
      { key: 'PreConsumedQuota', name: 'pre-consumed-quota', kind: 'integer', min: 0, unit: 'tokens' },
      { key: 'QuotaForInviter', name: 'quota-for-inviter', kind: 'quota' },
      { key: 'QuotaForInvitee', name: 'quota-for-invitee', kind: 'quota' },
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
    ],
  },
];
