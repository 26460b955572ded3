import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  getAccessToken,
  getAffCode,
  getSelf,
  getStatus,
  listOwnModels,
  listSessions,
  transferAffQuota,
  updateSelf,
} from '@tollgate/contract';
import { QuotaDisplayContext } from '@tollgate/ui/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { area } from '../area.tsx';
import { ada, here, models, site } from './personal.fixtures.ts';
import { PersonalPage } from './personal-page.tsx';

beforeEach(() => {
  localStorage.clear();
  answer(getSelf, ada);
  answer(getStatus, site);
  answer(listOwnModels, models);
  answer(getAffCode, 'aB3x');
  answer(listSessions, [here]);
  answer(getAccessToken, null);
});
afterEach(forgetAnswers);

async function open() {
  const page = await renderArea({ id: 'user', area, role: 'user', path: '/personal' });
  await screen.findByRole('link', { name: 'Connected accounts' });
  return { page, person: userEvent.setup({ pointerEventsCheck: 0 }) };
}
const tile = (name: string) => screen.getByText(name).closest('dl')?.textContent;

// @spec A007 A009 C026 C027 C028
test('balance, usage and requests are shown in currency', async () => {
  await open();
  expect(tile('Balance')).toContain('$5.00');
  expect(tile('Total spend')).toContain('$1.50');
  expect(tile('Total requests')).toContain('42');
  expect(callsOf(getSelf)).toHaveLength(1);
});

// @spec A008
test('a site without currency shows the balance in units', async () => {
  const display = { quotaPerUnit: 500_000, displayInCurrency: false };
  const children = (
    <QuotaDisplayContext value={display}>
      <PersonalPage />
    </QuotaDisplayContext>
  );
  await renderArea({ id: 'user', area, role: 'user', path: '/personal', children });
  await waitFor(() => expect(tile('Balance')).toContain('2,500,000'));
});

// @spec C029 C030 C031 J094 H032
test('ten models are shown and the others expand', async () => {
  const { person } = await open();
  const list = screen.getByRole('region', { name: 'Available models' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  await person.click(within(list).getByRole('button', { name: 'Show 4 more' }));
  expect(within(list).getAllByRole('listitem')).toHaveLength(14);
  expect(callsOf(listOwnModels)).toHaveLength(1);
});

// @spec C032
test('this browser remembers that the list is expanded', async () => {
  const { page, person } = await open();
  await person.click(screen.getByRole('button', { name: 'Show 4 more' }));
  page.unmount();
  await open();
  expect(screen.getByRole('button', { name: 'model-14' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Show fewer' })).toBeTruthy();
});

test('a click copies the name of a model', async () => {
  const { person } = await open();
  await person.click(screen.getByRole('button', { name: 'model-03' }));
  expect(await navigator.clipboard.readText()).toBe('model-03');
});

// @spec A014 C033 H040 I068
test("the invitation link leads to registration here with the user's code", async () => {
  const { person } = await open();
  const link = `${window.location.origin}/register?aff=aB3x`;
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Invitation link').value).toBe(link));
  await person.click(screen.getByRole('button', { name: 'Copy link' }));
  expect(await navigator.clipboard.readText()).toBe(link);
  expect(await screen.findByText('Invitation link copied')).toBeTruthy();
});

// @spec C034 C035 G039 H042
test('earnings are shown and transferred by a dialog', async () => {
  answer(transferAffQuota, undefined);
  const { person } = await open();
  const panel = within(screen.getByRole('region', { name: 'Invitations' }));
  expect(panel.getByText('$3.00')).toBeTruthy();
  expect(panel.getByText('$4.00')).toBeTruthy();
  await person.click(panel.getByRole('button', { name: 'Transfer earnings' }));
  const dialog = within(await screen.findByRole('dialog'));
  const amount = dialog.getByLabelText('Amount');
  await person.clear(amount);
  await person.type(amount, '2');
  await person.click(dialog.getByRole('button', { name: 'Transfer' }));
  await waitFor(() => expect(callsOf(transferAffQuota)).toEqual([{ quota: 1_000_000 }]));
});

// @spec F020
test('less than one unit of the currency cannot be transferred', async () => {
  const { person } = await open();
  await person.click(screen.getByRole('button', { name: 'Transfer earnings' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.clear(dialog.getByLabelText('Amount'));
  await person.type(dialog.getByLabelText('Amount'), '0.5');
  await person.click(dialog.getByRole('button', { name: 'Transfer' }));
  expect(await dialog.findByText('Minimum transfer: $1.00.')).toBeTruthy();
  expect(callsOf(transferAffQuota)).toEqual([]);
});

// @spec C043 C042
test.each([
  [1, 'User'],
  [10, 'Admin'],
  [100, 'Super admin'],
])('the card of role %d reads %s', async (role, word) => {
  answer(getSelf, { ...ada, role });
  await open();
  expect(within(screen.getByRole('region', { name: 'Profile' })).getByText(word)).toBeTruthy();
});

// @spec G033 G034
test("the user's names are edited and only changed fields are sent", async () => {
  answer(updateSelf, undefined);
  const { person } = await open();
  await person.click(screen.getByRole('button', { name: 'Edit profile' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.clear(dialog.getByLabelText('Username'));
  await person.type(dialog.getByLabelText('Username'), 'countess');
  await person.click(dialog.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(callsOf(updateSelf)).toEqual([{ username: 'countess' }]));
});

test('an emptied display name shows an error because the server would keep the old one', async () => {
  answer(updateSelf, undefined);
  const { person } = await open();
  await person.click(screen.getByRole('button', { name: 'Edit profile' }));
  const dialog = within(await screen.findByRole('dialog'));
  await person.clear(dialog.getByLabelText('Display name'));
  await person.click(dialog.getByRole('button', { name: 'Save profile' }));
  expect(await dialog.findByText('Enter a display name.')).toBeTruthy();
  expect(callsOf(updateSelf)).toEqual([]);
});

test('a failed load shows an error with a retry', async () => {
  answer(getSelf, { code: 'busy' });
  await renderArea({ id: 'user', area, role: 'user', path: '/personal' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  answer(getSelf, ada);
  await userEvent.click(retry);
  expect(await screen.findByText('Ada Lovelace')).toBeTruthy();
});
