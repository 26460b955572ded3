import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getAffCode,
  getSelf,
  getStatus,
  listOwnModels,
  saveUserSetting,
  testUserSetting,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ada, models, site } from './personal.fixtures.ts';

beforeEach(() => {
  answer(getSelf, ada);
  answer(getStatus, site);
  answer(listOwnModels, models);
  answer(getAffCode, 'aB3x');
  answer(saveUserSetting, undefined);
});
afterEach(forgetAnswers);

async function open(tab: 'notifications' | 'prices') {
  await renderArea({ id: 'user', area, role: 'user', path: `/personal?tab=${tab}` });
  await screen.findByRole('button', { name: 'Save settings' });
  return userEvent.setup({ pointerEventsCheck: 0 });
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

// @spec C041 D023 D027 G038 H044
test('e-mail warnings are saved with threshold and address', async () => {
  const person = await open('notifications');
  expect(screen.getByRole('link', { name: 'Notifications' }).getAttribute('aria-current')).toBe('page');
  await person.click(press('$2'));
  await enter(person, field('Email for notifications'), 'warn@example.org');
  await person.click(press('Save settings'));
  await waitFor(() =>
    expect(callsOf(saveUserSetting)).toEqual([
      {
        notify_type: 'email',
        quota_warning_threshold: 1_000_000,
        accept_unset_model_ratio_model: false,
        notification_email: 'warn@example.org',
      },
    ]),
  );
  expect(await screen.findByText('Settings saved')).toBeTruthy();
});

// @spec J012 J013
// @spec J014 J015 (at 500,000 units a dollar these are $2 and $10: decision 0072)
test.each([
  ['$0.2', 100_000],
  ['$1', 500_000],
  ['$2', 1_000_000],
  ['$10', 5_000_000],
])('the preset %s warns at %d units', async (label, units) => {
  const person = await open('notifications');
  await person.click(press(label));
  await person.click(press('Save settings'));
  await waitFor(() => expect(callsOf(saveUserSetting)[0]).toMatchObject({ quota_warning_threshold: units }));
});

// @spec J010
test('the threshold of a user without a saved setting is 100000', async () => {
  await open('notifications');
  expect(field('Alert when balance falls below').value).toBe('0.2');
});

test('the threshold of a user without a saved setting is that of the administrator', async () => {
  answer(getStatus, { ...site, quota_remind_threshold: 2_000_000 });
  await open('notifications');
  expect(field('Alert when balance falls below').value).toBe('4');
});

// @spec D021 D025 F022
test('webhook warnings require an https address', async () => {
  const person = await open('notifications');
  await person.click(screen.getByRole('radio', { name: 'Webhook' }));
  expect(await screen.findByText(/Must be https/)).toBeTruthy();
  expect(screen.queryByLabelText('Email for notifications')).toBeNull();
  await enter(person, field('Webhook address'), 'https://hooks.example.org/x');
  await enter(person, field('Secret'), 'hush');
  await person.click(press('Save settings'));
  await waitFor(() =>
    expect(callsOf(saveUserSetting)[0]).toMatchObject({
      notify_type: 'webhook',
      webhook_url: 'https://hooks.example.org/x',
      webhook_secret: 'hush',
    }),
  );
});

test('an invalid address shows an error at its field', async () => {
  answer(saveUserSetting, { code: 'invalid_input', details: { field: 'webhook_url', reason: 'url' } });
  const person = await open('notifications');
  await person.click(screen.getByRole('radio', { name: 'Webhook' }));
  await enter(person, await screen.findByLabelText('Webhook address'), 'http://hooks.example.org');
  await person.click(press('Save settings'));
  await waitFor(() => expect(field('Webhook address').closest('.arco-form-item-status-error')).toBeTruthy());
});

// @spec I030
test('a failed save of the notification settings shows the reason', async () => {
  answer(saveUserSetting, { code: 'busy' });
  const person = await open('notifications');
  await person.click(press('Save settings'));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Couldn't update the notification settings\. ./,
  );
});

test('a failed save of the price settings names them and the request ID', async () => {
  answer(saveUserSetting, { code: 'internal' });
  const person = await open('prices');
  await person.click(press('Save settings'));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^Couldn't update the price settings\. .*request ID: fake$/,
  );
});

test('the address hint requests one when the account has none', async () => {
  answer(getSelf, { ...ada, email: '' });
  await open('notifications');
  expect(await screen.findByText(/Your account has no email address\. Enter one here/)).toBeTruthy();
});

test('saved settings can be tested', async () => {
  answer(testUserSetting, undefined);
  const person = await open('notifications');
  await person.click(press('Send test'));
  expect(await screen.findByText(/Test sent/)).toBeTruthy();
  expect(callsOf(testUserSetting)).toEqual([{}]);
});

test('unchanged fields keep the values that another tab saved meanwhile', async () => {
  const person = await open('notifications');
  const elsewhere = {
    notify_type: 'webhook',
    webhook_url: 'https://a.example/x',
    quota_warning_threshold: 7,
  };
  answer(getSelf, { ...ada, setting: JSON.stringify(elsewhere) });
  await person.click(press('$2'));
  await person.click(press('Save settings'));
  await waitFor(() =>
    expect(callsOf(saveUserSetting)).toEqual([
      { ...elsewhere, quota_warning_threshold: 1_000_000, accept_unset_model_ratio_model: false },
    ]),
  );
});

// @spec C040 D029
test('a switch accepts models without a price and keeps the rest of the setting', async () => {
  const setting = { notify_type: 'webhook', webhook_url: 'https://a.example/x', quota_warning_threshold: 7 };
  answer(getSelf, { ...ada, setting: JSON.stringify(setting) });
  const person = await open('prices');
  await person.click(screen.getByRole('switch', { name: 'Allow unpriced models' }));
  await person.click(press('Save settings'));
  await waitFor(() =>
    expect(callsOf(saveUserSetting)).toEqual([{ ...setting, accept_unset_model_ratio_model: true }]),
  );
});
