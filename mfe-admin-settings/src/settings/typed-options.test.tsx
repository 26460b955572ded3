import { fireEvent, screen, within } from '@testing-library/react';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import { getStatus, listOptions, saveOption } from '@tollgate/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { rows } from './settings.fixtures.ts';
import { SettingsPage } from './settings-page.tsx';

beforeEach(() => {
  answer(listOptions, rows);
  answer(getStatus, { code: 'busy' });
  answer(saveOption, undefined);
});
afterEach(forgetAnswers);

function open(tab: string) {
  const path = `/setting?tab=${tab}`;
  return renderArea({ id: 'admin-settings', area, role: 'root', path, children: <SettingsPage /> });
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: 'input, textarea' }), {
    target: { value },
  });

// @spec F044 F045
test.each(['Window', 'Requests per window'])('%s cannot be negative', async (label) => {
  await open('ratelimit');
  await type(label, '-1');
  await press('Save changes');
  expect(await screen.findByText('Enter a number of at least 0')).toBeTruthy();
  expect(callsOf(saveOption)).toEqual([]);
});

test('the bound of an amount is shown in the unit of its field', async () => {
  await open('operation');
  await type('Quota for a new user', '99999999999999');
  await press('Save changes');
  expect(await screen.findByText('Enter a number from $0.00 to $18,000,000,000.00')).toBeTruthy();
  expect(callsOf(saveOption)).toEqual([]);
});

// @spec F029
test('top-up ratios that are no JSON are rejected', async () => {
  await open('system');
  const row = (await screen.findByText('Top-up ratios by group')).closest<HTMLElement>('[data-setting]')!;
  fireEvent.click(within(row).getByRole('button', { name: 'As JSON' }));
  await type('Top-up ratios by group', 'vip: 2');
  await press('Save changes');
  expect(await screen.findByText(/^Invalid JSON/)).toBeTruthy();
  expect(callsOf(saveOption)).toEqual([]);
});

// @spec I071 I072 I073 I074 I075 I076
test.each([
  // @spec C057
  ['Notice', 'notice', 'Notice updated', 'Notice'],
  // @spec C058
  ['System name', 'system name', 'System name updated', 'SystemName'],
  // @spec C059
  ['Logo', 'logo', 'Logo updated', 'Logo'],
  // @spec C060
  ['Home page content', 'home page', 'Home page updated', 'HomePageContent'],
  // @spec C061
  ['About content', 'about page', 'About page updated', 'About'],
  // @spec C062
  ['Footer', 'footer', 'Footer updated', 'Footer'],
])('%s can be edited, and saving the %s is confirmed', async (label, _, message, key) => {
  await open('other');
  await type(label, '/new');
  await press('Save changes');
  expect(await screen.findByText(message)).toBeTruthy();
  expect(callsOf(saveOption)[0]).toMatchObject({ key, value: '/new' });
});
