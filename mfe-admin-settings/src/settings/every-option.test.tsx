import { fireEvent, screen, waitFor } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { listOptions, saveOption } from '@tollgate/contract';
import type { OptionKey } from '@tollgate/contract/options';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import en from '../i18n/en.json' with { type: 'json' };
import type { FieldKind, OptionField } from './describe.ts';
import { everySection } from './every-section.ts';
import { SectionsTab } from './sections-tab.tsx';
import { rows } from './settings.fixtures.ts';

beforeEach(() => {
  answer(listOptions, rows);
  answer(saveOption, undefined);
});
afterEach(forgetAnswers);

/** The checklist item of each option. */
const items: Partial<Record<OptionKey, string>> = {
  ServerAddress: 'D073',
  WorkerUrl: 'D074',
  WorkerValidKey: 'D075',
  PayAddress: 'D076',
  EpayId: 'D077',
  EpayKey: 'D078',
  Price: 'D079',
  MinTopUp: 'D080',
  CustomCallbackAddress: 'D081',
  TopupGroupRatio: 'D082',
  TopUpLink: 'D083',
  TurnstileSiteKey: 'D087',
  TurnstileSecretKey: 'D088',
  EmailDomainWhitelist: 'D089',
  Notice: 'D090',
  SystemName: 'D091',
  Logo: 'D092',
  Footer: 'D093',
  About: 'D094',
  HomePageContent: 'D095',
  'general_setting.docs_link': 'D096',
  QuotaPerUnit: 'D097',
  RetryTimes: 'D098',
  StreamCacheQueueLength: 'D099',
  DisplayInCurrencyEnabled: 'D100',
  DisplayTokenStatEnabled: 'D101',
  DefaultCollapseSidebar: 'D102',
  DemoSiteEnabled: 'D103',
  SelfUseModeEnabled: 'D104',
  DrawingEnabled: 'D105',
  MjNotifyEnabled: 'D106',
  MjAccountFilterEnabled: 'D107',
  MjModeClearEnabled: 'D108',
  MjForwardUrlEnabled: 'D109',
  MjActionCheckSuccessEnabled: 'D110',
  CheckSensitiveEnabled: 'D111',
  CheckSensitiveOnPromptEnabled: 'D112',
  CheckSensitiveOnCompletionEnabled: 'D113',
  StopOnSensitiveEnabled: 'D114',
  SensitiveWords: 'D115',
  LogConsumeEnabled: 'D116',
  DataExportEnabled: 'D117',
  DataExportInterval: 'D118',
  DataExportDefaultTime: 'D119',
  ChannelDisableThreshold: 'D120',
  AutomaticDisableChannelEnabled: 'D121',
  AutomaticEnableChannelEnabled: 'D122',
  AutomaticDisableKeywords: 'D123',
  QuotaRemindThreshold: 'D124',
  QuotaForNewUser: 'D125',
  PreConsumedQuota: 'D126',
  QuotaForInviter: 'D127',
  QuotaForInvitee: 'D128',
  ModelPrice: 'D129',
  ModelRatio: 'D130',
  CompletionRatio: 'D131',
  CacheRatio: 'D132',
  GroupRatio: 'D133',
  UserUsableGroups: 'D134',
  Chats: 'D135',
  ModelRequestRateLimitEnabled: 'D136',
  ModelRequestRateLimitCount: 'D137',
  ModelRequestRateLimitSuccessCount: 'D138',
  ModelRequestRateLimitDurationMinutes: 'D139',
  'gemini.safety_settings': 'D140',
  'gemini.version_settings': 'D141',
  'claude.model_headers_settings': 'D142',
  'claude.default_max_tokens': 'D143',
  'claude.thinking_adapter_enabled': 'D144',
  'claude.thinking_adapter_budget_tokens_percentage': 'D145',
  'global.pass_through_request_enabled': 'D146',
  SMTPServer: 'D084',
  'oidc.client_id': 'D085',
  GitHubClientId: 'D086',
  LinuxDOClientId: 'D086',
};

/** The typed and the sent value. */
const samples: Partial<Record<FieldKind, [typed: string, sent: string]>> = {
  url: ['https://example.com/x', 'https://example.com/x'],
  link: ['/logo.png', '/logo.png'],
  text: ['abc', 'abc'],
  long: ['# Hello', '# Hello'],
  secret: ['s3cret', 's3cret'],
  number: ['0.5', '0.5'],
  integer: ['4', '4'],
  quota: ['2', '1000000'],
  lines: ['first\nsecond', 'first\nsecond'],
  json: ['{"a": 2}', '{"a": 2}'],
  'json-list': ['[{"Chat": "https://chat.example.com"}]', '[{"Chat": "https://chat.example.com"}]'],
};

/** The server compares what was edited with what is stored by now. */
const shared = new Set<FieldKind>(['json', 'json-list', 'lines', 'list', 'long']);

const everyOption = everySection.flatMap(({ id, fields }) =>
  fields.map((field) => ({ key: field.key, item: items[field.key], id, field })),
);

test.each(everyOption)('$item $key is loaded and can be saved', async ({ key, id, field }) => {
  const children = <SectionsTab sections={[{ id, fields: [field] }]} />;
  await renderArea({ id: 'admin-settings', area, role: 'root', path: '/setting', children });
  const texts: Record<string, { label: string }> = en.settings.option;
  const label = texts[field.name]?.label ?? '';
  const before = rows.find((row) => row.key === key)?.value ?? '';
  const sent = await change(field, label, before);
  const sections: Record<string, { save: string }> = en.settings.section;
  fireEvent.click(screen.getByRole('button', { name: `Save ${sections[id]?.save}` }));
  const previous = shared.has(field.kind) ? { previous: before } : {};
  await waitFor(() => expect(callsOf(saveOption)).toEqual([{ key, value: sent, ...previous }]));
});

/** Returns the text that should be sent. */
async function change(
  { kind, min = 0, confirmOff }: OptionField,
  label: string,
  before: string,
): Promise<string> {
  if (kind === 'flag') {
    const toggle = await screen.findByRole('switch', { name: label });
    expect(toggle.getAttribute('aria-checked')).toBe(before);
    fireEvent.click(toggle);
    if (confirmOff) fireEvent.click(await screen.findByRole('button', { name: 'Switch off' }));
    const after = String(before !== 'true');
    await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe(after));
    return after;
  }
  if (kind === 'choice') {
    fireEvent.click(await screen.findByRole('combobox', { name: label }));
    fireEvent.click(await screen.findByRole('option', { name: 'Day' }));
    return 'day';
  }
  const field = await screen.findByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
  if (kind === 'list') {
    fireEvent.change(field, { target: { value: 'example.org' } });
    fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 });
    return `${before},example.org`;
  }
  if (kind === 'number' || kind === 'integer') expect(Number(field.value)).toBe(Number(before));
  else if (kind !== 'quota') expect(field.value).toBe(before);
  const [typed, sent] = kind === 'number' && min >= 1 ? ['7.5', '7.5'] : (samples[kind] ?? ['', '']);
  fireEvent.change(field, { target: { value: typed } });
  return sent;
}
