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
import { storeExpiredUser, storeUser } from './stored-user.ts';

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

const question = (name = 'Session expired') => screen.findByRole('dialog', { name, hidden: true });
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

  storeExpiredUser(); // the tab that logs in first finds that the session has ended
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

/** What reaches this tab when the person signs out in another one. The browser may deliver both in any order. */
const signOutSigns = {
  storage() {
    storeUser(null);
    changeSessionInOtherTab();
  },
  broadcast() {
    const channel = new BroadcastChannel('tollgate.session');
    onTestFinished(() => channel.close());
    channel.postMessage({ name: 'session.ended/v1', payload: { reason: 'signed-out' } });
  },
  refusal: () => act(expireSession),
};
type Sign = keyof typeof signOutSigns;

test.each<{ signs: Sign[] }>([
  { signs: ['storage'] },
  { signs: ['broadcast'] },
  { signs: ['storage', 'broadcast', 'refusal'] },
  { signs: ['broadcast', 'storage'] },
  { signs: ['refusal', 'storage'] },
])(
  'a sign-out in another tab hides unsaved changes until the person is back, by $signs',
  async ({ signs }) => {
    await openForm();
    for (const sign of signs) {
      signOutSigns[sign]();
      await question(sign === 'refusal' && signs[0] === 'refusal' ? 'Session expired' : 'Signed out');
    }
    expect(document.body.hasAttribute('data-hidden')).toBe(true);
    expect(window.location.pathname).toBe('/token');
    await userEvent.keyboard('{Escape}');
    expect(await question('Signed out')).toBeTruthy();

    storeUser(ada);
    changeSessionInOtherTab();
    await waitFor(() => expect(screen.queryByText('Signed out')).toBeNull());
    expect(document.body.hasAttribute('data-hidden')).toBe(false);
    expect(screen.getByRole('heading', { name: 'Area user' })).toBeTruthy();
  },
);

test('a person who discards what they typed before a sign-out gets the sign-in page', async () => {
  await openForm();
  signOutSigns.storage();
  await question('Signed out');
  await userEvent.click(screen.getByText('Discard changes'));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(window.location.search).toBe('');
  expect(document.body.hasAttribute('data-hidden')).toBe(false);
});

test('a person who deletes their account leaves at once, whatever else is unsaved', async () => {
  await openForm();
  act(() => events.emit('session.ended/v1', { reason: 'signed-out' }));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
});

test('what a person typed before a sign-out stays hidden from the next one', async () => {
  await openForm();
  signOutSigns.storage();
  storeUser(bob);
  changeSessionInOtherTab();
  await question('Now signed in as bob');
  act(expireSession); // the server refuses a call in the name of Ada
  expect(document.body.hasAttribute('data-hidden')).toBe(true);
  expect(screen.queryByText('Keep this page')).toBeNull();
  await userEvent.click(screen.getByText('Discard changes and continue as bob'));
  await waitFor(() => expect(document.body.hasAttribute('data-hidden')).toBe(false));
  expect(settings().userId).toBe(bob.id);
});

test('what one person typed is kept from the person who logs in next in another tab', async () => {
  await openForm();
  act(expireSession);
  await question();
  storeUser(bob);
  changeSessionInOtherTab();
  const dialog = await screen.findByRole('dialog', { name: 'Now signed in as bob', hidden: true });
  expect(dialog.textContent).toContain('What you entered as ada is kept');
  expect(settings().userId).toBe(ada.id);

  await userEvent.click(screen.getByText('Keep this page'));
  act(expireSession); // the server refuses a save in the name of Ada
  expect(await screen.findByText('Now signed in as bob')).toBeTruthy();
  await userEvent.click(screen.getByText('Continue as bob'));
  await waitFor(() => expect(screen.queryByText('Now signed in as bob')).toBeNull());
  expect(settings().userId).toBe(bob.id);
});
