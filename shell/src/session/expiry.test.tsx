import { act, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { ada } from '../testing/users.ts';
import { visit } from '../testing/visit.tsx';
import { expireSession } from './expire.ts';
import { endSession, hasExpired, startSession } from './session.ts';
import { storeExpiredUser, storeUser } from './stored-user.ts';

const address = () => window.location.pathname + window.location.search;

async function openTokens(): Promise<void> {
  visit({ url: '/token', user: ada });
  await screen.findByRole('heading', { name: 'Area user' });
}

/** What reaches this tab when the session expires in another one. The browser may deliver both in any order. */
const signs = {
  storage() {
    storeExpiredUser();
    window.dispatchEvent(new StorageEvent('storage', { key: 'user' }));
  },
  broadcast() {
    const channel = new BroadcastChannel('tollgate.session');
    onTestFinished(() => channel.close());
    channel.postMessage({ name: 'session.ended/v1', payload: { reason: 'expired' } });
  },
  ownRefusal: expireSession,
};

// @spec E012 I001
test.each<(keyof typeof signs)[]>([
  ['ownRefusal', 'storage'],
  ['storage', 'ownRefusal'],
  ['ownRefusal', 'broadcast'],
  ['broadcast', 'ownRefusal'],
  ['broadcast'],
  ['storage'],
])('an expired session is named as the reason for signing in, learned from %s, then %s', async (...order) => {
  await openTokens();
  for (const name of order) {
    act(signs[name]);
    await waitFor(() => expect(window.location.pathname).toBe('/login'));
  }
  expect(address()).toBe('/login?expired=true');
  expect(window.history.state.usr).toEqual({ from: '/token' });
});

test('a page knows that an earlier one noticed the end of the session', () => {
  storeExpiredUser();
  onTestFinished(startSession());
  expect(hasExpired.get()).toBe(true);
});

test('signing out, or signing in again, forgets that a session expired', async () => {
  storeExpiredUser();
  storeUser(ada);
  await openTokens();
  act(() => endSession('signed-out'));
  await waitFor(() => expect(address()).toBe('/login'));
});
