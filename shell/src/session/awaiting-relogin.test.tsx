import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settings } from '@tollgate/api-client';
import { answer, callsOf } from '@tollgate/api-client/testing';
import { getSelf } from '@tollgate/contract';
import { expect, onTestFinished, test } from 'vitest';
import { events } from '../host/events.ts';
import { ada } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';
import { expireSession } from './expire.ts';
import { storeUser } from './stored-user.ts';

const bob = { ...ada, id: 4711, username: 'bob', display_name: 'Bob' };

/** Does what every form does while it has unsaved changes. */
function typeSomething(): void {
  const hold = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', hold);
  onTestFinished(() => window.removeEventListener('beforeunload', hold));
}

function changeSessionInOtherTab(): void {
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'user' })));
}

async function openForm(): Promise<void> {
  answer(getSelf, ada);
  visit({ url: '/token', user: ada });
  await screen.findByRole('heading', { name: 'Area user' });
  typeSomething();
}

const question = () => screen.findByRole('dialog', { name: 'Session expired', hidden: true });
const gone = () => screen.queryByText('Session expired');

test('a session that ends with unsaved changes keeps them on screen and continues after a login elsewhere', async () => {
  await openForm();
  act(expireSession);
  expect((await question()).textContent).toContain('Your input is kept');
  expect(window.location.pathname).toBe('/token');
  const login = screen.getByText('Sign in in a new tab').closest('a');
  expect(login?.getAttribute('href')).toBe('/login?expired=true');
  expect(login?.target).toBe('_blank');
  expect(document.activeElement).toBe(login);

  storeUser(null); // the tab that logs in first finds that the session has ended
  changeSessionInOtherTab();
  expect(window.location.pathname).toBe('/token');
  storeUser(ada);
  changeSessionInOtherTab();
  await waitFor(() => expect(gone()).toBeNull());
  expect(screen.getByRole('heading', { name: 'Area user' })).toBeTruthy();
});

test('a page reloads its data after a login in another tab', async () => {
  await openForm();
  act(expireSession);
  await question();
  const before = callsOf(getSelf).length;
  storeUser(ada);
  changeSessionInOtherTab();
  await waitFor(() => expect(callsOf(getSelf).length).toBeGreaterThan(before));
});

test('a user who discards unsaved changes logs in as usual', async () => {
  await openForm();
  act(expireSession);
  await question();
  await userEvent.click(screen.getByText('Leave without saving'));
  expect(
    await screen.findByText("You're not signed in, or your session has expired. Sign in again."),
  ).toBeTruthy();
  expect(gone()).toBeNull();
});

test('logging out in another tab logs out here, even with unsaved changes', async () => {
  await openForm();
  storeUser(null);
  changeSessionInOtherTab();
  act(() => events.emit('session.ended/v1', { reason: 'signed-out' }));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});

test('what one person typed is kept from the person who logs in next in another tab', async () => {
  await openForm();
  act(expireSession);
  await question();
  storeUser(bob);
  changeSessionInOtherTab();
  const dialog = await screen.findByRole('dialog', { name: 'Now signed in as Bob', hidden: true });
  expect(dialog.textContent).toContain('What you entered as Ada is kept');
  expect(settings().userId).toBe(ada.id);

  await userEvent.click(screen.getByText('Keep this page'));
  act(expireSession); // the server refuses a save in the name of Ada
  expect(await screen.findByText('Now signed in as Bob')).toBeTruthy();
  await userEvent.click(screen.getByText('Continue as Bob'));
  await waitFor(() => expect(screen.queryByText('Now signed in as Bob')).toBeNull());
  expect(settings().userId).toBe(bob.id);
});
