import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  checkForUpdates,
  cleanLogs,
  discoverOidc,
  getStatus,
  listOptions,
  resetModelRatio,
  type SiteStatus,
  saveOption,
  saveOptions,
} from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { rows, withValues } from './settings.fixtures.ts';
import { SettingsPage } from './settings-page.tsx';

beforeEach(() => {
  answer(listOptions, rows);
  answer(getStatus, { version: '1.2.3', start_time: 1_790_000_000 } as SiteStatus);
  answer(saveOption, undefined);
  answer(saveOptions, undefined);
});
afterEach(forgetAnswers);

function open(tab: string) {
  const path = `/setting?tab=${tab}`;
  return renderArea({ id: 'admin-settings', area, role: 'root', path, children: <SettingsPage /> });
}
const controls = { selector: 'input, textarea' }; // sections are named like their fields
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, controls);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await field(label), { target: { value } });
async function headings() {
  const all = await screen.findAllByRole('heading', { level: 2 });
  return all.map(({ textContent }) => textContent);
}

// @spec A023 A024 A025 (root manages them: decision 0072)
// @spec C067 C068 C069 C070 C073 C074 C075
test('the operation tab has its sections', async () => {
  await open('operation');
  expect(await headings()).toEqual(
    expect.arrayContaining([
      'Drawing',
      'Sensitive words',
      'Logs',
      'Data dashboard',
      'Model prices',
      'Groups',
      'Chat',
    ]),
  );
});

test('a section with one field of its name shows the name once', async () => {
  await open('other');
  const heading = await screen.findByRole('heading', { level: 2, name: 'Notice' });
  expect(heading.classList.contains('tg-visually-hidden')).toBe(true);
  expect(await field('Notice')).toBeTruthy();
});

test('a section with several fields shows its name', async () => {
  await open('operation');
  const heading = await screen.findByRole('heading', { level: 2, name: 'Logs' });
  expect(heading.classList.contains('tg-visually-hidden')).toBe(false);
});

// @spec B063 B066 C076 F046 F049
test('the rate limits show what they count', async () => {
  await open('ratelimit');
  expect(await headings()).toEqual(['Model requests']);
  expect(screen.getByText('Counts failed requests too. 0 means unlimited.')).toBeTruthy();
});

// @spec J054
test('a count of -1 in old data is shown as 0, which is unlimited', async () => {
  answer(listOptions, withValues({ ModelRequestRateLimitCount: '-1' }));
  await open('ratelimit');
  expect((await field('Requests per window')).value).toBe('0');
});

// @spec B067 C077 C078 J059
test('the models tab has Gemini, Claude and the options for all models', async () => {
  await open('models');
  expect(await headings()).toEqual(['Gemini', 'Claude', 'All models']);
  expect(screen.getByText(/"default": 8192, "claude-3-haiku-20240307": 4096/)).toBeTruthy();
});

// @spec B068 C045 C046 C047 C048 C049 C050 C051 C052 C053 C054 C055 C056
test('the system tab has its sections', async () => {
  await open('system');
  expect(await headings()).toEqual([
    'General',
    'Proxy worker',
    'Payment',
    'Sign-in and sign-up',
    'Email allowlist',
    'SMTP',
    'OIDC',
    'GitHub',
    'LinuxDO',
    'WeChat',
    'Telegram',
    'Turnstile',
  ]);
});

// @spec J107
test('the top-up ratios show where orders are reported', async () => {
  await open('system');
  expect(await screen.findAllByText(/\/api\/user\/epay\/notify/)).toHaveLength(2);
});

// @spec B069 C064 C065
test('the other tab has the texts for visitors, the version and the start time', async () => {
  await open('other');
  const info = within(await screen.findByRole('region', { name: 'System info' }));
  expect(info.getByText('v1.2.3')).toBeTruthy();
  expect(info.getByText(/^2026-/)).toBeTruthy();
  expect(await headings()).toEqual([
    'Notice',
    'System name',
    'Logo',
    'Home page',
    'About',
    'Footer',
    'Updates',
    'System info',
  ]);
});

// @spec C064
test('a version with a v is not prefixed again', async () => {
  answer(getStatus, { version: 'v1.2.3', start_time: 1_790_000_000 } as SiteStatus);
  await open('other');
  expect(await screen.findByText('v1.2.3')).toBeTruthy();
});

const release = {
  current: 'v1.2.3',
  latest: 'v1.3.0',
  is_newer: true,
  notes: '# Faster\n\n<img src=x onerror=alert(1)> and **smaller**',
  link: 'https://releases.example/v1.3.0',
};

// @spec C063 H078
test('a newer version is shown with its notes and a link, and the feed is read only on request', async () => {
  answer(checkForUpdates, release);
  await open('other');
  await screen.findByRole('button', { name: 'Check for updates' });
  expect(callsOf(checkForUpdates)).toEqual([]);
  await press('Check for updates');
  expect(await screen.findByText('v1.3.0 is available (current: v1.2.3).')).toBeTruthy();
  const notes = await screen.findByRole('region', { name: "What's new in v1.3.0" });
  expect(await within(notes).findByRole('heading', { name: 'Faster' })).toBeTruthy();
  expect(notes.querySelector('img')).toBeNull();
  const link = screen.getByRole('link', { name: 'Read about v1.3.0' });
  expect(link.getAttribute('href')).toBe('https://releases.example/v1.3.0');
});

// @spec C063
test('the newest version shows that it is up to date', async () => {
  answer(checkForUpdates, { ...release, latest: 'v1.2.3', is_newer: false });
  await open('other');
  await press('Check for updates');
  expect(await screen.findByText(/^Up to date: v1\.2\.3 runs/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /^Read about/ })).toBeNull();
});

// @spec I034 C063
test.each([
  ['update_check_failed', "Couldn't check for updates. Try again later."],
  ['update_feed_missing', /^No release feed is configured/],
] as const)('a failed update check shows the reason: %s', async (code, sentence) => {
  answer(checkForUpdates, { code });
  await open('other');
  await press('Check for updates');
  expect(await screen.findByText(sentence)).toBeTruthy();
});

// @spec E014 E015
test('switching password login off asks for confirmation, and a no leaves it on', async () => {
  await open('system');
  const toggle = await screen.findByRole('switch', { name: 'Sign in with a password' });
  fireEvent.click(toggle);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(toggle.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(toggle);
  fireEvent.click(await screen.findByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(toggle.getAttribute('aria-checked')).toBe('false'));
});

// @spec F030
test('a well-known URL must be an absolute address', async () => {
  await open('system');
  await type('Well-known URL', 'id.example.com/.well-known/openid-configuration');
  await press('Save changes');
  expect(await screen.findByText(/starts with http:\/\/ or https:\/\/$/)).toBeTruthy();
  expect(callsOf(saveOption)).toEqual([]);
});

// @spec H077
test('the endpoints are read from the well-known URL', async () => {
  answer(discoverOidc, {
    issuer: 'https://id.example.com',
    authorization_endpoint: 'https://id.example.com/authorize',
    token_endpoint: 'https://id.example.com/token',
    user_info_endpoint: 'https://id.example.com/userinfo',
  });
  await open('system');
  await type('Well-known URL', 'https://id.example.com/.well-known/openid-configuration');
  await press('Read endpoints from the well-known URL');
  await waitFor(async () =>
    expect((await field('Token endpoint')).value).toBe('https://id.example.com/token'),
  );
  await press('Save changes');
  await waitFor(() => expect(callsOf(saveOptions)).toHaveLength(1));
});

// @spec I035
test('endpoints that cannot be read show an error at the well-known URL', async () => {
  answer(discoverOidc, { code: 'busy' });
  await open('system');
  await type('Well-known URL', 'https://id.example.com/.well-known/openid-configuration');
  await press('Read endpoints from the well-known URL');
  expect(
    await screen.findByText("Couldn't load the OIDC configuration. Check the network and the URL."),
  ).toBeTruthy();
});

// @spec F033
test('an empty secret is not sent', async () => {
  await open('system');
  await type('Server', 'smtp.example.com');
  await press('Save changes');
  await waitFor(() =>
    expect(callsOf(saveOption)).toEqual([
      { key: 'SMTPServer', value: 'smtp.example.com', previous: expect.any(String) },
    ]),
  );
  expect((await field('Password')).placeholder).toBe('••••••••');
});

// @spec F035 F036 F037 F038 F039 F040 F041 F042 F043
test.each([
  ['operation', 'Group ratios'],
  ['operation', 'Groups users can choose'],
  ['operation', 'Prices per request'],
  ['operation', 'Model ratios'],
  ['operation', 'Cache ratios'],
  ['operation', 'Output ratios'],
  ['operation', 'Chat links'],
  ['models', 'Safety settings'],
  ['models', 'Headers by model'],
])('in the %s tab, invalid JSON in “%s” is marked on blur', async (tab, label) => {
  await open(tab);
  const row = (await screen.findByText(label)).closest<HTMLElement>('[data-setting]')!;
  for (const button of within(row).queryAllByRole('button', { name: 'As JSON' })) fireEvent.click(button);
  await type(label, '{oops');
  fireEvent.blur(await field(label));
  expect(await screen.findByText(/^Invalid JSON: ./)).toBeTruthy();
});

// @spec H090
test('the model ratios are reset after a confirmation', async () => {
  answer(resetModelRatio, undefined);
  await open('operation');
  await press('Reset model ratios');
  expect(callsOf(resetModelRatio)).toEqual([]);
  answer(listOptions, withValues({ ModelRatio: '{"gpt-4": 15}' }));
  await press('Reset');
  expect(await screen.findByText('Model ratios reset')).toBeTruthy();
  await waitFor(async () => expect((await field('Model ratios')).value).toBe('{"gpt-4": 15}'));
});

// @spec H097 I077 J085
test('the log is deleted up to a month ago after a confirmation', async () => {
  answer(cleanLogs, 42);
  await open('operation');
  await press('Clean log');
  await press('Delete rows');
  expect(await screen.findByText('42 rows deleted')).toBeTruthy();
  const [sent] = callsOf(cleanLogs);
  const days = (Date.now() / 1000 - Number(sent?.target_timestamp)) / 86_400;
  expect(Math.round(days)).toBeGreaterThanOrEqual(28);
  expect(Math.round(days)).toBeLessThanOrEqual(31);
});

// @spec F052
test('without a time no log is deleted', async () => {
  await open('operation');
  const picked = await field('Delete rows before');
  fireEvent.click(picked.closest('.arco-picker')!.querySelector('.arco-picker-clear-icon')!);
  await press('Clean log');
  expect(await screen.findByText('Choose a time.')).toBeTruthy();
  expect(callsOf(cleanLogs)).toEqual([]);
});

// @spec J087
test('the dashboard opens in hours, days or weeks', async () => {
  await open('operation');
  fireEvent.click(await screen.findByRole('combobox', { name: 'Default granularity' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'Hour',
    'Day',
    'Week',
  ]);
});
