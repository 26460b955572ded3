import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answer, callsOf, forgetAnswers } from '@tollgate/api-client/testing';
import { renderArea } from '@tollgate/console-sdk/testing';
import {
  createAccessToken,
  deleteSelf,
  endOtherSessions,
  endSession,
  getAccessToken,
  getAffCode,
  getSelf,
  getStatus,
  listOwnModels,
  listSessions,
  revokeAccessToken,
  updateSelf,
} from '@tollgate/contract';
import { enter } from '@tollgate/ui/testing/enter';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { area } from '../area.tsx';
import { ada, backupToken, here, models, phone, site } from './personal.fixtures.ts';

beforeEach(() => {
  answer(getSelf, ada);
  answer(getStatus, site);
  answer(listOwnModels, models);
  answer(getAffCode, 'aB3x');
  answer(listSessions, [here, phone]);
  answer(getAccessToken, null);
});
afterEach(forgetAnswers);

async function open() {
  await renderArea({ id: 'user', area, role: 'user', path: '/personal?tab=security' });
  await screen.findByText('System access token');
  return userEvent.setup({ pointerEventsCheck: 0 });
}
const press = (name: string) => screen.getByRole('button', { name });
const dialog = async () => within(await screen.findByRole('dialog'));

// @spec A011 C037 G037 H038 I067
test('a system access token is copied and shown once when it is created', async () => {
  answer(createAccessToken, 'fresh-token');
  const person = await open();
  await person.click(press('Generate token'));
  const form = await dialog();
  expect(callsOf(createAccessToken)).toEqual([]);
  await person.click(form.getByRole('button', { name: 'Generate token' }));
  expect(await screen.findByText('fresh-token')).toBeTruthy();
  expect(await screen.findByText('Token reset and copied')).toBeTruthy();
  expect(callsOf(createAccessToken)).toEqual([{}]);
  expect(await navigator.clipboard.readText()).toBe('fresh-token');
  await navigator.clipboard.writeText('');
  await person.click(press('Copy token'));
  expect(await navigator.clipboard.readText()).toBe('fresh-token');
  await person.click(press("I've saved it"));
  await waitFor(() => expect(screen.queryByText('fresh-token')).toBeNull());
});

test('the dialog with a new system access token stays open until its own button is pressed', async () => {
  answer(createAccessToken, 'fresh-token');
  const person = await open();
  await person.click(press('Generate token'));
  await person.click((await dialog()).getByRole('button', { name: 'Generate token' }));
  await screen.findByText('fresh-token');
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull();
  await person.keyboard('{Escape}');
  const outside = document.querySelector<HTMLElement>('.arco-modal-wrapper');
  if (outside) await person.click(outside);
  // Longer than a dialog's closing animation.
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(screen.getByText('fresh-token')).toBeTruthy();
  await person.click(press("I've saved it"));
  await waitFor(() => expect(screen.queryByText('fresh-token')).toBeNull());
});

test('going back asks for confirmation while a new system access token is shown', async () => {
  const navigation = Object.assign(new EventTarget(), { traverseTo: vi.fn() });
  vi.stubGlobal('navigation', navigation);
  answer(createAccessToken, 'fresh-token');
  const person = await open();
  await person.click(press('Generate token'));
  await person.click((await dialog()).getByRole('button', { name: 'Generate token' }));
  await screen.findByText('fresh-token');
  const step = { navigationType: 'traverse', destination: { key: 'before' } };
  navigation.dispatchEvent(Object.assign(new Event('navigate', { cancelable: true }), step));
  expect(await screen.findByText('Leave without the token?')).toBeTruthy();
  await person.click(press('Stay'));
  expect(screen.getByText('fresh-token')).toBeTruthy();
  expect(navigation.traverseTo).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('the password dialog says that API tokens keep working and links to them', async () => {
  const person = await open();
  await person.click(press('Change password'));
  const form = await dialog();
  expect(form.getByText(/API tokens keep working/)).toBeTruthy();
  expect(form.getByRole('link', { name: 'API tokens' }).getAttribute('href')).toBe('/token');
});

test('a system access token is created with the typed name and expiry', async () => {
  answer(createAccessToken, 'fresh-token');
  const person = await open();
  await person.click(press('Generate token'));
  const form = await dialog();
  await person.type(form.getByLabelText('Name'), 'nightly backup');
  await person.click(form.getByRole('button', { name: 'In 7 days' }));
  await person.click(form.getByRole('button', { name: 'Generate token' }));
  await screen.findByText('fresh-token');
  const [call] = callsOf(createAccessToken);
  expect(call?.name).toBe('nightly backup');
  expect(Number(call?.expires_at) - Date.now() / 1000).toBeGreaterThan(6.9 * 86_400);
});

test('a system access token is shown with its name, and replacing it warns that it stops working', async () => {
  answer(getAccessToken, backupToken);
  const person = await open();
  expect(await screen.findByText('nightly backup')).toBeTruthy();
  await person.click(press('Replace token'));
  expect((await dialog()).getByText('The previous token stops working immediately.')).toBeTruthy();
});

test('an expired system access token is marked as expired', async () => {
  answer(getAccessToken, { ...backupToken, expires_at: 1_700_000_000 });
  await open();
  expect(await screen.findByText(/^Expired/)).toBeTruthy();
});

test('a system access token is revoked after a confirmation', async () => {
  answer(getAccessToken, backupToken);
  answer(revokeAccessToken, undefined);
  const person = await open();
  await person.click(await screen.findByRole('button', { name: 'Revoke' }));
  const question = await dialog();
  expect(callsOf(revokeAccessToken)).toEqual([]);
  answer(getAccessToken, null);
  await person.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Token revoked')).toBeTruthy();
  expect(await screen.findByText('No token yet.')).toBeTruthy();
});

async function fill(person: ReturnType<typeof userEvent.setup>, password: string, again: string) {
  await person.click(press('Change password'));
  const form = await dialog();
  await person.type(form.getByLabelText('Current password'), 'the old one');
  await person.type(form.getByLabelText('New password'), password);
  await person.type(form.getByLabelText('Confirm new password'), again);
  await person.click(form.getByRole('button', { name: 'Change password' }));
  return form;
}

// @spec C038 G035 H020
test('the password is changed with the old one', async () => {
  answer(updateSelf, undefined);
  const person = await open();
  await fill(person, 'the new one', 'the new one');
  await waitFor(() =>
    expect(callsOf(updateSelf)).toEqual([{ password: 'the new one', original_password: 'the old one' }]),
  );
});

// @spec F016 J099
test('two different entries are rejected before sending', async () => {
  const person = await open();
  const form = await fill(person, 'the new one', 'the other one');
  expect(await form.findByText("The passwords don't match.")).toBeTruthy();
  expect(form.getByPlaceholderText('8 to 20 characters')).toBeTruthy();
  expect(callsOf(updateSelf)).toEqual([]);
});

test('the error of a field is cleared by typing and the focus finally returns to the button', async () => {
  answer(updateSelf, { code: 'current_password_wrong' });
  const person = await open();
  const opener = screen.getByRole('button', { name: 'Change password' });
  await person.click(opener);
  const dialog = within(await screen.findByRole('dialog'));
  await enter(person, dialog.getByLabelText('Current password'), 'wrong');
  await enter(person, dialog.getByLabelText('New password'), 'another password');
  await enter(person, dialog.getByLabelText('Confirm new password'), 'another password');
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
  expect(await dialog.findByText('The current password is wrong.')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Current password'));
  answer(updateSelf, undefined);
  await enter(person, dialog.getByLabelText('Current password'), 'right');
  await waitFor(() => expect(dialog.queryByText('The current password is wrong.')).toBeNull());
  await person.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a wrong old password shows an error in the form', async () => {
  answer(updateSelf, { code: 'current_password_wrong' });
  const person = await open();
  const form = await fill(person, 'the new one', 'the new one');
  await waitFor(() => expect(form.getByRole('alert').textContent).toMatch(/password/));
});

// @spec C039 F015 G040 H025 I070
test('the account is deleted once its name is typed', async () => {
  answer(deleteSelf, undefined);
  const person = await open();
  await person.click(press('Delete account'));
  const question = await dialog();
  const yes = question.getByRole<HTMLButtonElement>('button', { name: 'Delete account' });
  await person.type(await question.findByRole('textbox'), 'adam');
  expect(yes.disabled).toBe(true);
  await person.type(question.getByRole('textbox'), '{Backspace}');
  await person.click(yes);
  await waitFor(() => expect(callsOf(deleteSelf)).toHaveLength(1));
  expect(await screen.findByText('Account deleted')).toBeTruthy();
});

test('root cannot delete their account', async () => {
  answer(getSelf, { ...ada, role: 100 });
  await open();
  expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
});

test('other browsers are logged out one by one, or all at once', async () => {
  answer(endSession, undefined);
  answer(endOtherSessions, 1);
  const person = await open();
  expect(await screen.findByText('Firefox, Linux')).toBeTruthy();
  await person.click(press('Sign out Chrome, iOS at 198.51.100.4'));
  await waitFor(() => expect(callsOf(endSession)).toEqual([{ id: phone.id }]));
  answer(listSessions, [here]);
  await person.click(press('Sign out other sessions'));
  await waitFor(() => expect(callsOf(endOtherSessions)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Chrome, iOS')).toBeNull());
});
