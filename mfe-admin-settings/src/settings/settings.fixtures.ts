import type { OptionRows } from './options.data.ts';

/** The options of a new gateway, as far as the page shows them, and one secret that it must not mind. */
export const rows: OptionRows = Object.entries({
  TopUpLink: '',
  'general_setting.docs_link': 'https://docs.example.com',
  QuotaPerUnit: '500000',
  RetryTimes: '0',
  DisplayInCurrencyEnabled: 'true',
  DisplayTokenStatEnabled: 'true',
  DefaultCollapseSidebar: 'false',
  SelfUseModeEnabled: 'false',
  DemoSiteEnabled: 'false',
  QuotaForNewUser: '500000',
  PreConsumedQuota: '500',
  QuotaForInviter: '0',
  QuotaForInvitee: '0',
  ChannelDisableThreshold: '5',
  AutomaticDisableChannelEnabled: 'false',
  AutomaticEnableChannelEnabled: 'false',
  AutomaticDisableKeywords: 'your credit balance is too low\npermission denied',
  SMTPToken: '',
}).map(([key, value]) => ({ key, value }));

/** Everything as long as it gets. */
export const extremeRows: OptionRows = withValues({
  TopUpLink: `https://shop.example.com/${'long-path/'.repeat(30)}`,
  QuotaPerUnit: '9007199254740991',
  QuotaForNewUser: '8999999999999999',
  ChannelDisableThreshold: '0.0001',
  AutomaticDisableKeywords: Array.from({ length: 60 }, (_, index) => `sentence number ${index}`).join('\n'),
});

export function withValues(values: Record<string, string>): OptionRows {
  return rows.map((row) => ({ ...row, value: values[row.key] ?? row.value }));
}
